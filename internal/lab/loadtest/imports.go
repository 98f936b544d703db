package loadtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
	"github.com/wane-chess/wane/notation"
)

const (
	// importBytes and importGames are the size of an import and its number of games: the most that the server takes.
	importBytes = 2 << 20
	importGames = 64
	// importComment makes 2 MiB of the moves that an import may have.
	importComment = " { A comment that says what may happen after the move, and why it was not played. }) "
	// MaxImports bounds Options.Imports.
	MaxImports = 200
	// samplePeriod is the time between two looks at the server's memory.
	samplePeriod = 20 * time.Millisecond
)

// Imports is what came of imports beside the games.
type Imports struct {
	Done    int
	Refused int // the server asked to try again later
	Longest time.Duration
	// Bytes is the most memory of the server meanwhile; 0: not measured.
	Bytes int64
}

// String formats the imports as a line.
func (i *Imports) String() string {
	s := fmt.Sprintf("beside them: %s of 2 MiB, the longest took %v; %d refused", message.Plural(i.Done, "import"),
		round(i.Longest), i.Refused)
	if i.Bytes > 0 {
		s += fmt.Sprintf("; the server used %.1f MiB of memory at most", float64(i.Bytes)/(1<<20))
	}
	return s + "\n"
}

// importers are accounts that import games.
type importers struct {
	o       *Options
	clients []*client
	text    string
	mu      sync.Mutex
	out     Imports
	err     error // the first
}

// newImporters signs the accounts up.
func newImporters(ctx context.Context, o *Options, hc *http.Client) (*importers, error) {
	m := &importers{o: o, clients: make([]*client, o.Imports), text: importText(o.Variants[0], o.Seed)}
	return m, forEach(ctx, o.Imports, 2, func(i int) error {
		m.clients[i] = newClient(o.URL, hc, nil, nil)
		name := fmt.Sprintf("Load%x-%d", o.Seed>>32, i)
		return m.clients[i].call(ctx, http.MethodPost, "/api/signup", account.SignUp{Name: name, Password: botPassword}, nil)
	})
}

// result returns what came of the imports; nil: there were none.
func (m *importers) result() *Imports {
	if m.o.Imports == 0 {
		return nil
	}
	return &m.out
}

// run lets each account import one text after the other until the context ends.
func (m *importers) run(ctx context.Context) {
	if m.o.Imports == 0 {
		return
	}
	var all sync.WaitGroup
	for i, c := range m.clients {
		all.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				m.record(ctx, c, fmt.Sprintf("load-%x-%d-%d", m.o.Seed, i, n))
			}
		})
	}
	for over := false; !over; over = ctx.Err() != nil {
		bytes, err := m.o.memory()
		m.mu.Lock()
		m.out.Bytes, m.err = max(m.out.Bytes, bytes), errors.Join(m.err, err)
		m.mu.Unlock()
		pause(ctx, samplePeriod)
	}
	all.Wait()
}

// record imports the text as a study, and deletes it: an account has only so many. What has begun is
// completed.
func (m *importers) record(playing context.Context, c *client, id string) {
	ctx := context.WithoutCancel(playing)
	begun := time.Now()
	err := c.call(ctx, http.MethodPost, "/api/studies",
		sharedstudy.NewSharedStudy{
			ID: livegame.ID(id), Name: id, Visibility: "private", PGN: m.text, Variant: m.o.Variants[0].Name(),
		}, nil)
	took := time.Since(begun)
	if err == nil {
		err = c.call(ctx, http.MethodDelete, "/api/studies/"+id, nil, nil)
	}
	m.mu.Lock()
	switch {
	case err == nil:
		m.out.Done++
		m.out.Longest = max(m.out.Longest, took)
	case retryable(err):
		m.out.Refused++
	case m.err == nil:
		m.err = fmt.Errorf("an import: %w", err)
	}
	m.mu.Unlock()
	if err != nil {
		pause(playing, time.Second)
	}
}

// importText returns games with variations, as much as an import may have.
func importText(g game.Game, seed uint64) string {
	random := rand.New(rand.NewPCG(seed, seed)) //nolint:gosec // games, not secrets
	one := importGame(g, random, importBytes/importGames-len("\n\n"))
	return strings.Repeat(one+"\n\n", importGames)
}

// importGame returns a game in about so many bytes: random moves, each with the moves that might have been played.
func importGame(g game.Game, random *rand.Rand, bytes int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "[Variant %q]\n\n", g.Name())
	at := g.Start()
	for ply := 0; !at.Outcome().Over() && b.Len() < bytes*9/10; ply++ {
		number := fmt.Sprintf("%d. ", ply/2+1)
		if ply%2 == 1 {
			number = fmt.Sprintf("%d... ", ply/2+1)
		}
		legal := slices.Clone(at.Legal(nil))
		played := legal[random.IntN(len(legal))]
		b.WriteString(number + notation.SAN(at, played) + " ")
		for range 6 {
			b.WriteString("(" + number + notation.SAN(at, legal[random.IntN(len(legal))]) + importComment)
		}
		at.Make(played)
	}
	return b.String() + "*"
}
