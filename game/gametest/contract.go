package gametest

import "github.com/wane-chess/wane/game"

// maxRank is the largest hint that a Ranked may carry, of either sign.
const maxRank = 30_000

// checkRanked checks what AppendMoves says about each move against the board
// and the effects of the move.
func checkRanked(p game.Position, fail func(string, ...any)) {
	pieces, legal := p.View().Pieces, map[game.Move]bool{}
	for _, m := range p.Legal(nil) {
		legal[m] = true
	}
	kinds := map[game.Move]game.Kind{}
	for _, k := range []game.Kind{game.Noisy, game.Quiet} {
		for _, r := range p.AppendMoves(nil, k) {
			kinds[r.Move] = k
			if r.Kind != k {
				fail("AppendMoves(%s) gives %v with the kind %s", kindName(k), r.Move, kindName(r.Kind))
			}
		}
	}
	for i, r := range p.AppendMoves(nil, game.All) {
		if r.Kind != kinds[r.Move] {
			fail("%v is %s when all moves are asked for, %s when one kind is", r.Move, kindName(r.Kind), kindName(kinds[r.Move]))
		}
		if r.Score < -maxRank || r.Score > maxRank {
			fail("%v has the rank %d, beyond %d", r.Move, r.Score, maxRank)
		}
		if r.Piece != pieces[r.Move.From()] {
			fail("AppendMoves says that %v moves the %v, but the %v stands there", r.Move, r.Piece, pieces[r.Move.From()])
		}
		if !legal[r.Move] || i > 2000 { // effects are those of legal moves; of very many a part will do
			continue
		}
		taken, noisy := game.NoPiece, false
		for _, e := range p.Effects(r.Move) {
			switch e.Kind {
			case game.Capture:
				taken, noisy = e.Piece, true
			case game.Promote:
				noisy = true
			}
		}
		if r.Captured != taken {
			fail("AppendMoves says that %s takes %v, its effects say %v", p.UCI(r.Move), r.Captured, taken)
		}
		if noisy && r.Kind != game.Noisy {
			fail("%s takes or promotes, but AppendMoves calls it %s", p.UCI(r.Move), kindName(r.Kind))
		}
	}
}

func kindName(k game.Kind) string {
	switch k {
	case game.Noisy:
		return "Noisy"
	case game.Quiet:
		return "Quiet"
	}
	return "neither Noisy nor Quiet"
}

// checkNull checks that passing changes the turn and nothing that stands, that
// it is refused in check, and that Unmake takes it back, also after a move.
func checkNull(p game.Position, fail func(string, ...any)) {
	before, view, eval := snapshot(p), p.View(), p.Eval()
	ok := p.MakeNullMove()
	if !ok {
		if d := snapshot(p).diff(before); d != "" {
			fail("the refused MakeNull changed the position: %s", d)
		}
		return
	}
	if before.check {
		fail("MakeNull passes in check")
	}
	after := snapshot(p)
	if after.ply != before.ply+1 || after.turn != before.turn.Other() {
		fail("MakeNull goes from ply %d, %v to move, to ply %d, %v to move", before.ply, before.turn, after.ply, after.turn)
	}
	if after.key == before.key {
		fail("MakeNull leaves the key as it was")
	}
	view.Turn = view.Turn.Other()
	if !p.View().Equal(view) {
		fail("MakeNull changes the men or the board: %s", after.fen)
	}
	if again, err := p.Game().Parse(after.fen); err != nil {
		fail("the position after MakeNull does not parse: %v", err)
	} else if again.Key() != after.key || again.InCheck() != after.check {
		fail("after MakeNull the key is %x and check is %v; read back from %s they are %x and %v", after.key, after.check, after.fen, again.Key(), again.InCheck())
	}
	for i, m := range p.Legal(nil) {
		if i == 3 {
			break
		}
		p.Make(m)
		p.Unmake()
	}
	if d := snapshot(p).diff(after); d != "" {
		fail("moves after MakeNull, taken back, changed the position: %s", d)
	}
	p.Unmake()
	if d := snapshot(p).diff(before); d != "" {
		fail("Unmake of MakeNull: %s", d)
	}
	if e := p.Eval(); e != eval {
		fail("Eval is %d after MakeNull and Unmake, it was %d", e, eval)
	}
}

// checkExchange checks that Exchange changes nothing, and that what gains much
// gains less too.
func checkExchange(p game.Position, fail func(string, ...any)) {
	before := snapshot(p)
	legal := map[game.Move]bool{}
	for _, m := range p.Legal(nil) {
		legal[m] = true
	}
	steps := []game.Score{-game.Infinite, -1000, -300, -100, -1, 0, 1, 100, 300, 1000, game.Infinite}
	for i, r := range p.AppendMoves(nil, game.All) {
		if i == 400 {
			break
		}
		gains := true
		for _, least := range steps {
			now := p.SEE(r.Move, least)
			if now && !gains {
				fail("Exchange of %v denies a smaller gain and grants %d", r.Move, least)
			}
			gains = now
			if !legal[r.Move] { // it may lose the king, or win one
				continue
			}
			if least == -game.Infinite && !now {
				fail("Exchange says that %v loses everything", r.Move)
			}
		}
		if gains && legal[r.Move] {
			fail("Exchange says that %v gains without bounds", r.Move)
		}
	}
	if d := snapshot(p).diff(before); d != "" {
		fail("Exchange changed the position: %s", d)
	}
}
