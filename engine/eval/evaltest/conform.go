// Package evaltest is the conformance test that the nodes of every evaluator pass:
// scored moves, SEE, null moves, static evaluation and weights.
package evaltest

import (
	"fmt"
	"maps"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
	"github.com/wane-chess/wane/game/rulekit"
)

// Conform checks the nodes of a game on positions of random games, from the start
// and from the FENs.
func Conform(t *testing.T, newNode engine.NodeFunc, g game.Game, fens ...string) {
	t.Helper()
	games := 8
	if testing.Short() {
		games = 2
	}
	var parts structures
	for i, fen := range append([]string{g.Start().String()}, fens...) {
		for n := range games {
			w := gametest.Walk{Game: g, FEN: fen, Seed: uint64(1000*i + n), Plies: 100}
			w.Run(t, func(p game.Position) {
				Check(t, newNode, p)
				parts.check(t, newNode, p)
			})
		}
	}
}

// Check checks the node of one position.
func Check(t testing.TB, newNode engine.NodeFunc, p game.Position) {
	t.Helper()
	before := gametest.NewSnapshot(p)
	fail := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%s, %s: %s", p.Game().Name(), before.FEN, fmt.Sprintf(format, args...))
	}
	legal := p.Legal(nil)
	b := newNode(p)
	if d := gametest.NewSnapshot(b.Position()).Diff(before); d != "" {
		fail("the node has another position: %s", d)
		return
	}
	checkPosition(b, len(legal), fail)
	checkMoves(b, legal, fail)
	checkNoisy(b, fail)
	checkScored(b, fail)
	checkNull(b, fail)
	checkSEE(b, fail)
	if d := gametest.NewSnapshot(p).Diff(before); d != "" {
		fail("what the node did changed the position that it was made for: %s", d)
	}
}

// checkPosition checks that the node agrees with its position.
func checkPosition(b engine.Node, legal int, fail func(string, ...any)) {
	p := b.Position()
	if b.Turn() != p.Turn() || b.Key() != p.Key() || b.InCheck() != p.InCheck() || b.Halfmoves() != p.Halfmoves() ||
		b.Repetitions() != p.Repetitions() || b.Stalemate() != p.Stalemate() || b.LegalCount() != legal {
		fail("the node and its position disagree")
	}
	r, over := b.Terminal()
	if q, too := p.Terminal(); q != r || too != over {
		fail("the node says %v, %v of the end, its position %v, %v", r, over, q, too)
	}
	n := 0
	for _, pc := range p.View().Pieces {
		if pc != game.NoPiece {
			n++
		}
	}
	if b.PieceCount() != n {
		fail("PieceCount is %d, want %d", b.PieceCount(), n)
	}
	if s := b.Eval(); s < -engine.MateBound || s > engine.MateBound {
		fail("Eval is %d, a mate", s)
	}
}

// structures has the parts of positions, by what stands where, and their keys.
type structures struct {
	keys  [4]map[string]uint64
	parts [4]map[uint64]string
}

// check checks that the keys of Structure are the same where the part is, and only there, and that Make and
// Unmake change them as they must.
func (s *structures) check(t testing.TB, newNode engine.NodeFunc, p game.Position) {
	t.Helper()
	b := newNode(p)
	keys := b.Structure()
	for i, part := range partsOf(p) {
		if s.keys[i] == nil {
			s.keys[i], s.parts[i] = map[string]uint64{}, map[uint64]string{}
		}
		if known, ok := s.keys[i][part]; ok && known != keys[i] {
			t.Errorf("%s: part %d has another key than before", p, i)
		}
		if known, ok := s.parts[i][keys[i]]; ok && known != part {
			t.Errorf("%s: part %d has the key of another: % x and % x", p, i, known, part)
		}
		s.keys[i][part], s.parts[i][keys[i]] = keys[i], part
	}
	for _, r := range b.AppendMoves(nil) {
		b.Make(r.Move)
		if b.Structure() != newNode(b.Position()).Structure() {
			t.Errorf("%s: after %s Structure differs from that of a new node", p, p.UCI(r.Move))
		}
		b.Unmake()
	}
	if b.Structure() != keys {
		t.Errorf("%s: Structure changed by moves that were taken back", p)
	}
}

// partsOf returns what stands where in each part of a position.
func partsOf(p game.Position) (parts [4]string) {
	for sq, pc := range p.View().Pieces {
		at := string([]byte{byte(sq), byte(pc)})
		switch pt := pc.Type(); pt {
		case game.NoPieceType:
		case game.Pawn:
			parts[0] += at
		case game.Knight, game.Bishop:
			parts[1] += at
			fallthrough
		default:
			parts[2+pc.Color()] += at
		}
	}
	return parts
}

// NoAllocations checks that a ply of search, done a second time, allocates nothing.
func NoAllocations(t *testing.T, b engine.Node) {
	t.Helper()
	var moves []engine.ScoredMove
	run := func() {
		moves = b.AppendMoves(moves[:0])
		if b.MakeNullMove() {
			b.Unmake()
		}
		for _, m := range moves {
			b.SEE(m.Move, 0)
			b.Make(m.Move)
			b.InCheck()
			b.Terminal()
			b.Eval()
			b.Structure()
			b.Unmake()
		}
	}
	run()
	if n := testing.AllocsPerRun(3, run); n != 0 {
		t.Errorf("%s: %v allocations in a ply of search, want none", b.Position().Game().Name(), n)
	}
}

// checkMoves checks AppendMoves against the legal moves.
func checkMoves(b engine.Node, legal []game.Move, fail func(string, ...any)) {
	want := map[game.Move]bool{}
	for _, m := range legal {
		want[m] = true
	}
	got := map[game.Move]bool{}
	for _, r := range b.AppendMoves(nil) {
		if got[r.Move] {
			fail("AppendMoves gives %v twice", r.Move)
		}
		got[r.Move] = true
	}
	if !maps.Equal(got, want) {
		fail("AppendMoves gives %d legal moves, Legal has %d", len(got), len(want))
	}
}

// checkNoisy checks that AppendNoisy gives exactly the noisy moves of AppendMoves,
// in any order.
func checkNoisy(b engine.Node, fail func(string, ...any)) {
	want := map[game.Move]engine.ScoredMove{}
	for _, r := range b.AppendMoves(nil) {
		if r.Noisy {
			want[r.Move] = r
		}
	}
	list := b.AppendNoisy(nil)
	if len(list) != len(want) {
		fail("AppendNoisy gives %d moves, AppendMoves %d noisy ones", len(list), len(want))
	}
	for _, r := range list {
		if r != want[r.Move] {
			fail("AppendNoisy gives %+v, AppendMoves %+v", r, want[r.Move])
		}
	}
}

// maxScore is the largest score that a scored move may carry, of either sign.
const maxScore = 30_000

// checkScored checks what AppendMoves says about each move against the node
// and the effects of the move.
func checkScored(b engine.Node, fail func(string, ...any)) {
	p := b.Position()
	pieces := p.View().Pieces
	for i, r := range b.AppendMoves(nil) {
		if r.Score < -maxScore || r.Score > maxScore {
			fail("%x has the score %d, beyond %d", r.Move, r.Score, maxScore)
		}
		if r.Piece != pieces[r.Move.From()] {
			fail("AppendMoves says that %x moves the %v, but the %v stands there", r.Move, r.Piece, pieces[r.Move.From()])
		}
		if i > 2000 { // a sample is enough
			continue
		}
		captured, noisy := game.NoPiece, false
		for _, e := range p.Effects(r.Move) {
			switch e.Kind {
			case game.Capture:
				captured, noisy = e.Piece, true
			case game.Promote:
				noisy = true
			}
		}
		if r.Captured != captured {
			fail("AppendMoves says that %s captures %v, its effects say %v", p.UCI(r.Move), r.Captured, captured)
		}
		if noisy && !r.Noisy {
			fail("%s captures or promotes, but AppendMoves calls it quiet", p.UCI(r.Move))
		}
	}
}

// checkNull checks that a null move changes the turn and no piece, that it is
// refused in check, and that Unmake takes it back, also after a move.
func checkNull(b engine.Node, fail func(string, ...any)) {
	p := b.Position()
	before, view, eval := gametest.NewSnapshot(p), p.View(), b.Eval()
	ok := b.MakeNullMove()
	if !ok {
		if d := gametest.NewSnapshot(p).Diff(before); d != "" {
			fail("the refused MakeNullMove changed the position: %s", d)
		}
		return
	}
	if before.InCheck {
		fail("MakeNullMove makes a null move in check")
	}
	after := gametest.NewSnapshot(p)
	checkAfterNull(p, before, after, fail)
	view.Turn = view.Turn.Other()
	if !p.View().Equal(view) {
		fail("MakeNullMove changes the pieces or the board: %s", after.FEN)
	}
	legal := p.Legal(nil)
	for _, m := range legal[:min(len(legal), 3)] {
		b.Make(m)
		b.Unmake()
	}
	if d := gametest.NewSnapshot(p).Diff(after); d != "" {
		fail("moves after MakeNullMove, taken back, changed the position: %s", d)
	}
	made := 1
	for made < 4 && b.MakeNullMove() {
		made++
	}
	if n := b.Repetitions(); n != 0 {
		fail("%d repetitions across %d null moves, want none", n, made)
	}
	for range made {
		b.Unmake()
	}
	if d := gametest.NewSnapshot(p).Diff(before); d != "" {
		fail("Unmake of %d null moves: %s", made, d)
	}
	if e := b.Eval(); e != eval {
		fail("Eval is %d after MakeNullMove and Unmake, it was %d", e, eval)
	}
}

// checkAfterNull checks what a null move says of the position, and that its FEN reads back.
func checkAfterNull(p game.Position, before, after gametest.Snapshot, fail func(string, ...any)) {
	if after.Ply != before.Ply+1 || after.Turn != before.Turn.Other() {
		fail("MakeNullMove goes from ply %d, %v to move, to ply %d, %v to move",
			before.Ply, before.Turn, after.Ply, after.Turn)
	}
	if after.Key == before.Key {
		fail("MakeNullMove leaves the key as it was")
	}
	if after.Halfmoves != min(before.Halfmoves+1, rulekit.MaxCount) || after.Repetitions != 0 {
		fail("MakeNullMove leads from halfmove clock %d to %d with %d repetitions, want one more and none",
			before.Halfmoves, after.Halfmoves, after.Repetitions)
	}
	if again, err := p.Game().Parse(after.FEN); err != nil {
		fail("the position after MakeNullMove does not parse: %v", err)
	} else if again.Key() != after.Key || again.InCheck() != after.InCheck {
		fail("after MakeNullMove the key is %x and check is %v; read back from %s they are %x and %v",
			after.Key, after.InCheck, after.FEN, again.Key(), again.InCheck())
	}
}

// checkSEE checks that SEE changes nothing, and that a move that gains some number of
// centipawns also gains any smaller number.
func checkSEE(b engine.Node, fail func(string, ...any)) {
	p := b.Position()
	before := gametest.NewSnapshot(p)
	steps := []engine.Score{-engine.Infinite, -1000, -300, -100, -1, 0, 1, 100, 300, 1000, engine.Infinite}
	for i, r := range b.AppendMoves(nil) {
		if i == 400 {
			break
		}
		gains := true
		for _, least := range steps {
			now := b.SEE(r.Move, least)
			if now && !gains {
				fail("SEE of %x denies a smaller gain and grants %d", r.Move, least)
			}
			gains = now
			if least == -engine.Infinite && !now {
				fail("SEE says that %x loses everything", r.Move)
			}
		}
		if gains {
			fail("SEE says that %x gains without bounds", r.Move)
		}
	}
	if d := gametest.NewSnapshot(p).Diff(before); d != "" {
		fail("SEE changed the position: %s", d)
	}
}
