package notify

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net/http"
)

// Trust lets a pusher trust the certificates of a test.
func (p *Pusher) Trust(pool *x509.CertPool) {
	p.client.Transport.(*http.Transport).TLSClientConfig = &tls.Config{RootCAs: pool}
}

// Settle stores what waits, as the jobs do.
func (s *Service) Settle(ctx context.Context, games Games) (err error) {
	s.games.Store(&games)
	for {
		select {
		case r := <-s.reads:
			err = errors.Join(err, s.marked(ctx, r))
		case list := <-s.changes:
			err = errors.Join(err, s.Add(ctx, list))
		default:
			return err
		}
	}
}

// SweepWith sweeps as the job does.
func (s *Service) SweepWith(ctx context.Context, games Games, missed ...Missed) error {
	s.Use(games, missed...)
	return s.Sweep(ctx)
}

// Do does a job, as the jobs do.
func (s *Service) Do(ctx context.Context, games Games, j Job) error {
	s.games.Store(&games)
	return s.push(ctx, j)
}
