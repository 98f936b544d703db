package queue

import (
	"context"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/wane-chess/wane/internal/live/notify"
)

const (
	maxPush  = 1024        // bytes of a job
	pushTime = time.Minute // for all browsers of a player
)

// pushQueue is the work queue of notifications.
func pushQueue(s streams) workQueue[notify.Job, struct{}] {
	return workQueue[notify.Job, struct{}]{
		job: "push", jobs: s.pushes, maxJob: maxPush, timeout: pushTime,
		logJob: func(j notify.Job) []any { return []any{"notification", j.ID} },
	}
}

// EnqueuePush implements notify.Queue.
func (c *Client) EnqueuePush(ctx context.Context, j notify.Job) error {
	data, err := encode(j, maxPush)
	if err != nil {
		return err
	}
	_, err = c.publish(ctx, &nats.Msg{Subject: pushSubject, Data: data}, "push/"+j.Player+"/"+j.ID)
	return err
}

// ConsumePushes implements notify.Queue.
func (c *Client) ConsumePushes(ctx context.Context, parallel int, do func(context.Context, notify.Job) error) error {
	return c.pushes.consume(ctx, c, parallel, 0, func(ctx context.Context, j notify.Job) (struct{}, error) {
		return struct{}{}, do(ctx, j)
	})
}
