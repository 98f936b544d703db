package reports

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/live/chat"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/server/job"
)

const sweepEvery = time.Hour

// Games is what the service needs of the game manager.
type Games interface {
	Summary(ctx context.Context, id livegame.ID) (livegame.Summary, error)
}

// Said reads the chat, also what is hidden, as chat.Store.
type Said interface {
	Said(ctx context.Context, game livegame.ID, room chat.Room, after, limit int) ([]chat.Message, error)
}

// Options are what a Service needs. Chat and Games are needed for Report only.
type Options struct {
	Store Store
	Chat  Said
	Games Games
	Now   func() time.Time
	Log   *slog.Logger // nil: none
}

// Service takes reports. It is safe for concurrent use.
type Service struct{ o Options }

// New returns a service. It needs Jobs to delete old reports.
func New(o Options) *Service {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{o}
}

// Draft is a report to be made.
type Draft struct {
	Reason Reason
	Text   string
	Game   livegame.ID // empty: none
	Room   chat.Room   // of the message
	Seq    int         // of the message; 0: none
	Page   string      // path of a page with what the account wrote; empty: none
}

// Report stores what an account says about another. Errors are ErrOpen, ErrMany, a *livegame.Error,
// livegame.ErrNotFound, or those of the store.
func (s *Service) Report(ctx context.Context, from, about string, d Draft) (Report, error) {
	d.Text = strings.TrimSpace(d.Text)
	if err := check(from, about, d); err != nil {
		return Report{}, err
	}
	r := Report{At: s.o.Now(), Reporter: from, Reported: about, Reason: d.Reason, Text: d.Text, Game: d.Game}
	if d.Game != "" {
		sum, err := s.o.Games.Summary(ctx, d.Game)
		if err == nil {
			r.Messages, err = s.messages(ctx, &sum, from, about, d)
		}
		if err != nil {
			return Report{}, err
		}
	}
	if d.Page != "" {
		r.Messages = append(r.Messages, Message{At: r.At.UTC(), Reported: true, Page: d.Page})
	}
	return s.o.Store.AddReport(ctx, r)
}

// messages copies what the reporter could read: around a message, or the last of the reported account.
func (s *Service) messages(ctx context.Context, sum *livegame.Summary, from, about string, d Draft) ([]Message, error) {
	if d.Seq > 0 {
		if !chat.Reads(sum, from, d.Room) {
			return nil, errNoMessage
		}
		list, err := s.o.Chat.Said(ctx, d.Game, d.Room, max(0, d.Seq-1-before), chat.MaxMessages)
		if err != nil {
			return nil, err
		}
		list = slices.DeleteFunc(list, func(m chat.Message) bool { return m.Seq > d.Seq+behind })
		if !slices.ContainsFunc(list, func(m chat.Message) bool { return m.Seq == d.Seq && m.Author == about }) {
			return nil, errNoMessage
		}
		return copies(list, about, d.Seq), nil
	}
	var all []Message
	for _, room := range chat.Readable(sum, from) {
		list, err := s.o.Chat.Said(ctx, d.Game, room, 0, chat.Recent)
		if err != nil {
			return nil, err
		}
		theirs := slices.DeleteFunc(list, func(m chat.Message) bool { return m.Author != about })
		all = append(all, copies(theirs[max(0, len(theirs)-before-behind):], about, 0)...)
	}
	return all, nil
}

func copies(list []chat.Message, about string, seq int) []Message {
	out := make([]Message, len(list))
	for i, m := range list {
		out[i] = Message{
			Room: m.Room, Seq: m.Seq, At: m.At.UTC(), Name: m.Name, Preset: m.Preset, Text: m.Text, Theirs: m.Author == about,
			Reported: m.Seq == seq,
		}
	}
	return out
}

// Cases returns the accounts with open reports, those with most first, and how many there are.
func (s *Service) Cases(ctx context.Context, limit int) ([]Case, int, error) {
	return s.o.Store.Cases(ctx, limit)
}

// On returns the reports on an account, the latest first.
func (s *Service) On(ctx context.Context, account string, limit int) ([]Report, error) {
	return s.o.Store.ReportsOn(ctx, account, limit)
}

// Jobs registers the deletion of old reports.
func (s *Service) Jobs(r *job.Runner) {
	r.Every("reports", sweepEvery, job.OneNode, func(ctx context.Context) error {
		return s.o.Store.ForgetReports(ctx, s.o.Now().Add(-Keep))
	})
}
