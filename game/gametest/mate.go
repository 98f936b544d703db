package gametest

import "github.com/wane-chess/wane/game"

// MateIn reports whether the side to move mates in at most that many of its own
// moves: by what the rules say of every position, without order, table or
// shortcut, to judge those that have them.
func MateIn(p game.Position, moves int) bool {
	for _, m := range p.Legal(nil) {
		p.Make(m)
		won := Lost(p, moves-1)
		p.Unmake()
		if won {
			return true
		}
	}
	return false
}

// Lost reports whether the side to move has lost, or is mated in at most that many
// moves of the other side whatever it does.
func Lost(p game.Position, moves int) bool {
	if o := p.Outcome(); o.Over() {
		return o.Result == game.WinFor(p.Turn().Other())
	}
	if moves == 0 {
		return false
	}
	for _, m := range p.Legal(nil) {
		p.Make(m)
		won := !p.Outcome().Over() && MateIn(p, moves)
		p.Unmake()
		if !won {
			return false
		}
	}
	return true
}
