package worker

import (
	"context"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/internal/atlas"
)

// gamesQueue delivers a job and records the result.
type gamesQueue struct {
	atlas.Queue
	job      atlas.Job
	parallel int
	result   atlas.Result
}

func (q *gamesQueue) ConsumeGames(ctx context.Context, parallel int, do func(context.Context, atlas.Job) (atlas.Result, error)) (err error) {
	q.parallel = parallel
	q.result, err = do(ctx, q.job)
	return err
}

// A worker plays a batch of games for the atlas.
func TestGames(t *testing.T) {
	id, err := atlas.EngineID()
	if err != nil {
		t.Fatal(err)
	}
	q := &gamesQueue{job: atlas.Job{Settings: atlas.Settings{Nodes: 50, Engine: id}, Section: "plain", Ranking: "pbnrqk"}}
	g := &AtlasGames{Worker: atlas.NewWorker(q, "w", 1), Parallel: 3}
	if err := Run(t.Context(), Options{Queue: endless{}, Games: g, NewEngine: func() engine.Engine { return &fakeEngine{} }}); err != nil {
		t.Fatal(err)
	}
	if q.parallel != 3 || q.result.Error != "" || len(q.result.Games) == 0 || q.result.Key != q.job.Key() {
		t.Errorf("%d at a time, %+v", q.parallel, q.result)
	}
}
