package site_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/internal/server/site"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
)

// ending3 is the inventor's ending on nine squares: mate in two.
const ending3 = "2k/1R1/K2 w - - 0 1"

// searched finds results by a search of some plies, and takes everything else for a
// draw.
type searched int

// Pieces implements Tables.
func (searched) CompletePieces(game.Game) int { return 4 }

// Most implements Tables.
func (searched) MaxPieces(game.Game) int { return 5 }

// Probe implements Tables.
func (n searched) Probe(p game.Position) (tablebase.Result, error) {
	return search(p.Clone(), int(n)), nil
}

// Moves implements Tables.
func (n searched) Moves(p game.Position) ([]tablebase.MoveResult, error) {
	var list []tablebase.MoveResult
	for _, m := range p.Legal(nil) {
		q := p.Clone()
		q.Make(m)
		list = append(list, tablebase.MoveResult{Move: m, Result: search(q, int(n)-1).Before()})
	}
	slices.SortStableFunc(list, func(a, b tablebase.MoveResult) int { return int(b.Result.Score() - a.Result.Score()) })
	return list, nil
}

func search(p game.Position, plies int) tablebase.Result {
	legal := p.Legal(nil)
	if len(legal) == 0 && p.InCheck() {
		return tablebase.Result{Outcome: game.WDLLoss}
	}
	if len(legal) == 0 || plies == 0 {
		return tablebase.Result{}
	}
	best := tablebase.Result{Outcome: game.WDLLoss}
	for _, m := range legal {
		p.Make(m)
		if r := search(p, plies-1).Before(); r.Score() > best.Score() || best.DTM == 0 && best.Outcome == game.WDLLoss {
			best = r
		}
		p.Unmake()
	}
	return best
}

// failing are tables that fail.
type failing struct{ err error }

// Pieces implements Tables.
func (failing) CompletePieces(game.Game) int { return 4 }

// Most implements Tables.
func (failing) MaxPieces(game.Game) int { return 4 }

// Probe implements Tables.
func (f failing) Probe(game.Position) (tablebase.Result, error) { return tablebase.Result{}, f.err }

// Moves implements Tables.
func (f failing) Moves(game.Position) ([]tablebase.MoveResult, error) { return nil, f.err }

// withTables makes a server with tables.
func withTables(t *testing.T, tables site.Tables) *servertest.Visitor {
	t.Helper()
	return servertest.New(t, func(o *server.Options) { o.Tables, o.Limits = tables, limits.Limits{Off: true} }).Visitor()
}

func probePath(fen string) string { return "/api/tablebase/shrink?fen=" + url.QueryEscape(fen) }

// The built-in tables answer for Convergent Chess, too, where stalemate loses.
func TestEndingConvergent(t *testing.T) {
	v := withTables(t, tablebase.Builtin())
	for fen, want := range map[string]string{
		"***2***/*3K2*/*6*/*6*/*6*/*k5*/*6*/***2*** w - - 0 1": "win 1 false false",
		"***K1***/*6*/*6*/*6*/*6*/*k5*/*6*/***2*** b - - 0 1":  "loss 0 true false",
		"***1k***/*6*/*6*/*6*/*6*/*6*/*6*/***1K*** w - - 0 1":  "draw 0 false false",
	} {
		var e site.Ending
		v.Ask(http.MethodGet, "/api/tablebase/convergent?fen="+url.QueryEscape(fen), nil, &e)
		if got := fmt.Sprint(e.Category, " ", e.Plies, e.Checkmate, e.Stalemate); got != want {
			t.Errorf("%s: %s, want %s", fen, got, want)
		}
	}
}

// An answer has every legal move, each with its result for the side that plays it.
func TestEnding(t *testing.T) {
	g, err := rules.ByName("shrink")
	if err != nil {
		t.Fatal(err)
	}
	for _, fen := range []string{
		ending3,
		"2k/R2/K2 b - - 3 2", // a rank disappears before the mate
		"k/R/K b - - 0 1",    // mated on the smallest board
		"1k/1P/K1 w - - 0 1", // pawns promote in several ways
		"pk1/1P1/1KP b - - 0 1",
		"k1K/P2 b - - 119 90", // a long time without a capture does not matter
	} {
		p, err := g.Parse(fen)
		if err != nil {
			t.Fatal(err)
		}
		var e site.Ending
		v := withTables(t, searched(5))
		v.Ask(http.MethodGet, probePath(fen), nil, &e)
		r := search(p.Clone(), 5)
		got := fmt.Sprintf("%s %s %s %s %d %d", e.Variant, e.FEN, e.Turn, e.Category, e.Plies, e.Mate)
		if want := fmt.Sprintf("shrink %s %s %v %d %d",
			p, [2]string{"white", "black"}[p.Turn()], r.Outcome, r.DTM, (r.DTM+1)/2); got != want {
			t.Errorf("the answer is %s, want %s", got, want)
		}
		legal := p.Legal(nil)
		if len(e.Moves) != len(legal) {
			t.Errorf("%s: %d moves, want %d", fen, len(e.Moves), len(legal))
		}
		if mated := len(legal) == 0 && p.InCheck(); e.Checkmate != mated || e.Stalemate != (len(legal) == 0 && !mated) {
			t.Errorf("%s: checkmate %v, stalemate %v", fen, e.Checkmate, e.Stalemate)
		}
		for _, m := range e.Moves {
			at := slices.IndexFunc(legal, func(l game.Move) bool { return p.UCI(l) == m.Move })
			if at < 0 {
				t.Errorf("%s: %s is not legal", fen, m.Move)
				continue
			}
			p.Make(legal[at])
			r := search(p.Clone(), 4).Before()
			if want := (site.EndingMove{
				Move: m.Move, SAN: m.SAN, Category: r.Outcome.String(), Plies: r.DTM, Mate: (r.DTM + 1) / 2,
				Checkmate: p.LegalCount() == 0 && p.InCheck(), Stalemate: p.LegalCount() == 0 && !p.InCheck(),
			}); m != want || m.Checkmate != strings.HasSuffix(m.SAN, "#") {
				t.Errorf("%s: %+v, want %+v", fen, m, want)
			}
			p.Unmake()
		}
	}
}

// The built-in tables agree with a search.
func TestEndingOfBuiltinTables(t *testing.T) {
	known, found := withTables(t, tablebase.Builtin()), withTables(t, searched(5))
	for _, fen := range []string{ending3, "kR1/2K b - - 0 1", "k/R/K b - - 0 1"} {
		_, want := found.Request(http.MethodGet, probePath(fen), nil)
		if resp, body := known.Request(http.MethodGet, probePath(fen), nil); resp.StatusCode != http.StatusOK ||
			body != want {
			t.Errorf("%s: %d, %s\nwant %s", fen, resp.StatusCode, body, want)
		}
	}
	for fen, want := range map[string]string{
		"k2/3/2K w - - 0 1":              "king against king is a draw",
		"k2/3/1RK w - - 0 1":             "rank 2 is empty",
		"k2/nbp/PBP/R1K w - - 0 1":       "9 pieces, tables have at most 6",
		"4k3/8/8/8/8/8/8/4K2R w K - 0 1": "castling is still possible",
	} {
		resp, body := known.Request(http.MethodGet, probePath(fen), nil)
		if resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(body, want) {
			t.Errorf("%s: %d, %s; want %s", fen, resp.StatusCode, body, want)
		}
	}
}

// The first move of the inventor's ending is the one that mates.
func TestEndingOrder(t *testing.T) {
	var e site.Ending
	withTables(t, searched(5)).Ask(http.MethodGet, probePath(ending3), nil, &e)
	if e.Category != "win" || e.Plies != 3 || e.Mate != 2 || e.Moves[0].SAN != "Rc2+" || e.Moves[0].Plies != 3 {
		t.Errorf("the answer is %+v", e)
	}
	rank := map[string]int{"win": 0, "draw": 1, "loss": 2}
	if !slices.IsSortedFunc(e.Moves, func(a, b site.EndingMove) int { return rank[a.Category] - rank[b.Category] }) {
		t.Errorf("the moves are not the best first: %+v", e.Moves)
	}
}

// Errors say what is wrong and what is expected.
func TestEndingErrors(t *testing.T) {
	for _, c := range []struct {
		name   string
		tables site.Tables
		path   string
		status int
		code   string
		want   string
	}{
		{"another game", searched(1), "/api/tablebase/cheshire?fen=x", 404, problem.CodeNotFound,
			"of Shrink Chess and Convergent Chess only: request /api/tablebase/shrink"},
		{"no game", searched(1), "/api/tablebase/go?fen=x", 404, problem.CodeNotFound, "/api/tablebase/shrink"},
		{"no tables", nil, probePath(ending3), 404, problem.CodeNoTable, "This server has no tablebases"},
		{"tables without anything", new(tablebase.Tables), probePath(ending3), 404, problem.CodeNoTable,
			"This server has no tablebases"},
		{"no position", searched(1), "/api/tablebase/shrink", 422, problem.CodeBadRequest, "query.fen"},
		{"an empty position", searched(1), probePath(""), 422, problem.CodeBadRequest, "query.fen"},
		{"nonsense", searched(1), probePath("nonsense"), 422, problem.CodeBadRequest, "FEN"},
		{"a long position", searched(1), probePath(strings.Repeat("k", 201)), 422, problem.CodeBadRequest, "query.fen"},
		{"outside", failing{&tablebase.OutsideError{Reason: "rank 2 is empty"}}, probePath(ending3), 422,
			problem.CodeOutside, "rank 2 is empty."},
		{"missing", failing{&tablebase.MissingError{Material: "KQRvKR"}}, probePath(ending3), 404, problem.CodeNoTable,
			"no table of KQRvKR, only all tables of at most 4 pieces"},
		{"damaged", failing{errors.New("shrink-5.wtb: block 7: wrong checksum")}, probePath(ending3), 500,
			problem.CodeServer, problem.Sorry},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := withTables(t, c.tables)
			resp, body := v.Request(http.MethodGet, c.path, nil)
			if resp.StatusCode != c.status || !strings.Contains(body, `"code":"`+c.code+`"`) || !strings.Contains(body, c.want) {
				t.Errorf("%d, %s; want %d, %s, %q", resp.StatusCode, body, c.status, c.code, c.want)
			}
			if kind := resp.Header.Get("Content-Type"); kind != "application/problem+json" {
				t.Errorf("the answer is %s", kind)
			}
			if c.status == http.StatusInternalServerError && !strings.Contains(v.Log.String(), "block 7") {
				t.Errorf("the log has no entry: %s", v.Log)
			}
		})
	}
}

// Browsers cache answers, and requests have a budget.
func TestEndingIsCached(t *testing.T) {
	w := servertest.New(t, func(o *server.Options) {
		o.Tables = searched(5)
		o.Limits = limits.Limits{Rules: limits.Budget{Guest: limits.Rate{PerSecond: 1, Burst: 3}}}
	})
	v := w.Visitor()
	resp, _ := v.Request(http.MethodGet, probePath(ending3), nil)
	tag := resp.Header.Get("ETag")
	if tag == "" || resp.Header.Get("Cache-Control") != string(web.ADay) || resp.Header.Get("Set-Cookie") != "" {
		t.Errorf("the answer's head is %v", resp.Header)
	}
	if resp, body := v.Request(http.MethodGet, probePath(ending3), nil, "If-None-Match",
		tag); resp.StatusCode != http.StatusNotModified || body != "" {
		t.Errorf("the second request: %d, %q", resp.StatusCode, body)
	}
	if resp, _ := v.Request(http.MethodGet, probePath("k2/1R1/2K w - - 0 1"), nil, "If-None-Match",
		tag); resp.StatusCode != http.StatusOK {
		t.Errorf("another position: %d", resp.StatusCode)
	}
	if resp, _ := v.Request(http.MethodGet, probePath(ending3), nil); resp.StatusCode != http.StatusTooManyRequests ||
		resp.Header.Get("Retry-After") != "1" {
		t.Errorf("a fourth time: %d, %v", resp.StatusCode, resp.Header)
	}
}

// The list of variants has the number of pieces with tables.
func TestVariantsHaveTables(t *testing.T) {
	var all []gameview.Variant
	withTables(t, searched(1)).Ask(http.MethodGet, "/api/variants", nil, &all)
	for _, v := range all {
		if want := map[string]int{"shrink": 5, "convergent": 5}[v.Name]; v.Tables != want {
			t.Errorf("%s: tables of %d pieces, want %d", v.Name, v.Tables, want)
		}
	}
	_, body := withTables(t, nil).Request(http.MethodGet, "/api/variants", nil)
	if strings.Contains(body, "tables") {
		t.Errorf("without tables: %s", body)
	}
}
