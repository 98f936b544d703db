package puzzle_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/publictext"
	puzzles "github.com/wane-chess/wane/internal/server/puzzle"
	"github.com/wane-chess/wane/internal/testing/dbtest"
	"github.com/wane-chess/wane/puzzle"
)

// proves finds a mate in every position but some.
func proves(_ context.Context, variant, fen string) (puzzle.Puzzle, error) {
	if strings.HasPrefix(fen, "7k") {
		return puzzle.Puzzle{}, &puzzles.UnsoundError{Moves: []string{"a1a8", "b1b8"}, Text: "a1a8 and b1b8 both mate in 1"}
	}
	p := puzzle.Puzzle{
		Variant: variant, FEN: fen, Moves: []string{"a1a8"}, Goal: puzzle.Mate, Proof: puzzle.Exhaustive, Rating: 900,
		Themes: []puzzle.Theme{puzzle.MateIn1},
	}
	p.ID = p.Identify()
	return p, nil
}

const composedFEN = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 5 20"

// author returns an account that may write notes.
func author(id string) publictext.Author {
	return publictext.Author{Guest: id, Account: &auth.Account{ID: id}}
}

// An account publishes a puzzle, once.
func TestSubmit(t *testing.T) {
	shipped, _ := proves(t.Context(), "chess", "6k1/5ppp/8/8/8/8/P7/R5K1 w - - 0 1")
	w := newWorld(t, puzzles.List{shipped}, func(o *puzzles.Options) { o.Prove = proves })
	dbtest.Join(t, w.db, "ann", "ben")
	ctx := t.Context()
	c, err := w.Submit(ctx, author("ann"), "chess", composedFEN, "  my\u202e first ")
	if err != nil || c.Note != "my first" || c.Author != "ann" || c.Created != w.now.UnixMilli() {
		t.Fatalf("%+v, %v", c, err)
	}
	if shown, err := w.Find(ctx, c.ID); err != nil || !shown.Composed || shown.Note != c.Note ||
		shown.Rating != 900 {
		t.Errorf("%+v, %v", shown, err)
	}
	list, err := w.Settle(ctx, "ben", []puzzles.NewAttempt{{ID: "ben", Puzzle: c.ID, Moves: c.Moves, Rated: true}})
	if err != nil || !list[0].Right || list[0].Counted {
		t.Errorf("%+v, %v", list, err)
	}
	for fen, want := range map[string]string{
		"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1": c.ID, "6k1/5ppp/8/8/8/8/P7/R5K1 w - - 9 9": shipped.ID,
	} {
		var duplicate *puzzles.DuplicateError
		if _, err := w.Submit(ctx, author("ben"), "chess", fen, ""); !errors.As(err, &duplicate) || duplicate.ID != want {
			t.Errorf("%s: %v, want %s", fen, err, want)
		}
	}
	var unsound *puzzles.UnsoundError
	for _, fen := range []string{"7k/5ppp/8/8/8/8/8/RR4K1 w - - 0 1", "nonsense"} {
		if _, err := w.Submit(ctx, author("ben"), "chess", fen, ""); !errors.As(err, &unsound) {
			t.Errorf("%s: %v", fen, err)
		}
	}
	if _, err := w.Submit(ctx, author("ben"), "whist", composedFEN, ""); !errors.As(err, &unsound) {
		t.Errorf("an unknown variant: %v", err)
	}
	var refused *livegame.Error
	const fresh = "6k1/5ppp/8/8/8/8/1P6/R5K1 w - - 0 1"
	for _, note := range []string{strings.Repeat("x", puzzles.MaxText+1), "you asshole"} {
		if _, err := w.Submit(ctx, author("ben"), "chess", fresh, note); !errors.As(err, &refused) {
			t.Errorf("the note %.20q: %v", note, err)
		}
	}
	young := author("ben")
	young.Account.Created = w.now
	if _, err := w.Submit(ctx, young, "chess", fresh, "my first"); !errors.As(err, &refused) ||
		refused.Code != publictext.Young {
		t.Errorf("the note of a new account: %v", err)
	}
	if err := w.Release(ctx, c.ID, false, "root", "an insult"); err != nil {
		t.Error(err)
	}
	if list, err := w.By(ctx, "ann", 0, 9); err != nil || len(list) != 1 ||
		list[0].State != puzzles.Removed {
		t.Errorf("the list of its author: %+v, %v", list, err)
	}
	if err := w.Withdraw(ctx, c.ID, "ben"); !errors.Is(err, puzzles.ErrNotFound) {
		t.Errorf("another withdraws it: %v", err)
	}
	if err := w.Withdraw(ctx, c.ID, "ann"); err != nil {
		t.Error(err)
	}
	if list, err := w.By(ctx, "ann", 0, 9); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
}

// One puzzle is proved at a time, and no longer than it may take.
func TestProofs(t *testing.T) {
	begun, end := make(chan struct{}), make(chan struct{})
	w := newWorld(t, puzzles.List{}, func(o *puzzles.Options) {
		o.Prove = func(ctx context.Context, variant, fen string) (puzzle.Puzzle, error) {
			if strings.Contains(fen, "/P7/") {
				return puzzle.Puzzle{}, context.DeadlineExceeded
			}
			begun <- struct{}{}
			<-end
			return proves(ctx, variant, fen)
		}
	})
	dbtest.Join(t, w.db, "ann")
	done := make(chan error)
	go func() {
		_, err := w.Submit(context.Background(), author("ann"), "chess", composedFEN, "")
		done <- err
	}()
	<-begun
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := w.Submit(canceled, author("ann"), "chess", "6k1/5ppp/8/8/8/8/2P5/R5K1 w - - 0 1", "")
	if !errors.Is(err, context.Canceled) {
		t.Errorf("while another is proved: %v", err)
	}
	close(end)
	if err := <-done; err != nil {
		t.Error(err)
	}
	var unsound *puzzles.UnsoundError
	_, err = w.Submit(t.Context(), author("ann"), "chess", "6k1/5ppp/8/8/8/8/P7/R5K1 w - - 0 1", "")
	if !errors.As(err, &unsound) {
		t.Errorf("a long proof: %v", err)
	}
	_, err = newWorld(t, puzzles.List{}).Submit(t.Context(), author("ann"), "chess", composedFEN, "")
	if !errors.Is(err, puzzles.ErrUnavailable) {
		t.Errorf("without a prover: %v", err)
	}
}
