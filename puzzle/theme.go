package puzzle

import (
	"slices"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
)

// Theme names what a solution shows, such as "royal-entry". Texts for people are the page's.
type Theme string

// The themes. Where no goal is named, a move of the solver in the solution shows the theme.
const (
	MateIn1          Theme = "mate-in-1"
	MateIn2          Theme = "mate-in-2"
	MateIn3          Theme = "mate-in-3"
	MateIn4          Theme = "mate-in-4"
	MateIn5          Theme = "mate-in-5"
	Advantage        Theme = "advantage"         // the goal is Gain
	WonEnding        Theme = "won-ending"        // the goal is Win
	Defense          Theme = "defense"           // the goal is Draw
	RoyalEntry       Theme = "royal-entry"       // Convergent: a piece enters a royal square of the opponent
	CollapseCheck    Theme = "collapse-check"    // Shrink: a collapse gives check; without it there would be none
	CollapsePromotes Theme = "collapse-promotes" // Shrink: a collapse promotes a pawn that did not move
	OpponentsPawn    Theme = "opponents-pawn"    // Shrink: the solver chooses what a pawn of the opponent becomes
	KeepTheLine      Theme = "keep-the-line"     // Shrink: a check by the same piece fails as a line collapses
	DropCheck        Theme = "drop-check"        // Diminuendo: a piece that either side drops attacks the mover's king
	GiftToZ          Theme = "gift-to-z"         // Diminuendo: a piece that the opponent gets on z is in its way or lost
	ComesBack        Theme = "comes-back"        // Diminuendo: a captured piece of the solver moves or checks from z
	VanishingBridge  Theme = "vanishing-bridge"  // Cheshire: the opponent lacks a square that vanished in the solution
	StalemateTrap    Theme = "stalemate-trap"    // stalemate ends the solution, or another first move of the piece
	Parity           Theme = "parity"            // Cheshire: the opponent must move, and would hold if it could pass
	Zugzwang         Theme = "zugzwang"          // the same in the other games
	Underpromotion   Theme = "underpromotion"    // a pawn of the solver becomes no queen
	Sacrifice        Theme = "sacrifice"         // the reply captures more than the solver has captured
	QuietMove        Theme = "quiet-move"        // the first move neither captures nor checks nor promotes
)

// Themes lists all themes, in the order in which a puzzle lists its own.
var Themes = []Theme{
	MateIn1, MateIn2, MateIn3, MateIn4, MateIn5, Advantage, WonEnding, Defense,
	RoyalEntry, CollapseCheck, CollapsePromotes, OpponentsPawn, KeepTheLine, DropCheck,
	GiftToZ, ComesBack, VanishingBridge,
	StalemateTrap, Parity, Zugzwang, Underpromotion, Sacrifice, QuietMove,
}

// goalThemes are the themes of goals other than mate.
var goalThemes = map[Goal]Theme{Win: WonEnding, Draw: Defense, Gain: Advantage}

// inOrder returns the themes of a set in the order of Themes.
func inOrder(set map[Theme]bool) []Theme {
	out := []Theme{}
	for _, t := range Themes {
		if set[t] {
			out = append(out, t)
		}
	}
	return out
}

// step is a move of a solution with the positions around it.
type step struct {
	move    game.Move
	piece   game.Piece // that moves
	effects []game.Effect
	before  game.View
	after   game.View
	check   bool // the opponent is in check after it
}

// steps plays a solution.
func steps(p game.Position, moves []game.Move) []step {
	p = p.Clone()
	out := make([]step, len(moves))
	for i, m := range moves {
		s := step{move: m, effects: p.Effects(m), before: p.View()}
		s.piece = s.before.Pieces[m.From()]
		p.Make(m)
		s.after, s.check = p.View(), p.InCheck()
		out[i] = s
	}
	return out
}

// count counts the effects of some kinds that satisfy a condition; nil: any.
func (s *step) count(is func(game.Effect) bool, kinds ...game.EffectKind) int {
	n := 0
	for _, e := range s.effects {
		if slices.Contains(kinds, e.Kind) && (is == nil || is(e)) {
			n++
		}
	}
	return n
}

// captured is the value of what a move captures.
func (s *step) captured() int {
	n := 0
	for _, e := range s.effects {
		if e.Kind == game.Capture {
			n += values[e.Piece.Type()]
		}
	}
	return n
}

// values are the usual ones, in pawns.
var values = map[game.PieceType]int{game.Queen: 9, game.Rook: 5, game.Bishop: 3, game.Knight: 3, game.Pawn: 1}

// ThemesOf returns the themes of a solution that follow from the rules alone, without Parity and
// Zugzwang, which Prover.Find finds. The moves must be legal, one after the other. It returns
// nil if there are none.
func ThemesOf(start game.Position, moves []game.Move, goal Goal) []Theme {
	if len(moves) == 0 {
		return nil
	}
	return inOrder(themesOf(start, moves, goal))
}

func themesOf(start game.Position, moves []game.Move, goal Goal) map[Theme]bool {
	set := map[Theme]bool{}
	if goal == Mate {
		set[Themes[(len(moves)+1)/2-1]] = true
	} else {
		set[goalThemes[goal]] = true
	}
	line := steps(start, moves)
	at := start.Clone()
	for i := range line {
		s := &line[i]
		if i%2 == 0 {
			oneMove(set, at, s, goal, i == 0)
			if i+1 < len(line) && line[i+1].captured() > s.captured()+1 {
				set[Sacrifice] = true
			}
		}
		if s.count(nil, game.DropCheck) > 0 {
			set[DropCheck] = true
		}
		at.Make(s.move)
	}
	first := line[0]
	set[QuietMove] = !first.check && first.count(nil, game.Capture, game.Promote) == 0 && len(line) > 1
	comesBack(set, line, at)
	gift(set, line, at)
	bridge(set, line, at)
	if last := at.Outcome(); last.Reason == game.Stalemate {
		set[StalemateTrap] = true
	}
	return set
}

// oneMove adds what a move of the solver shows in its position.
func oneMove(set map[Theme]bool, at game.Position, s *step, goal Goal, first bool) {
	us := at.Turn()
	if s.after.IsRoyal(s.move.To(), us.Other()) {
		set[RoyalEntry] = true
	}
	own := s.count(func(e game.Effect) bool { return e.Piece.Color() == us }, game.Promote)
	theirs := s.count(nil, game.Promote) - own
	if theirs > 0 {
		set[OpponentsPawn] = true
	}
	under := func(e game.Effect) bool { return e.Piece.Color() == us && e.Into.Type() != game.Queen }
	if s.count(under, game.Promote) > 0 {
		set[Underpromotion] = true
	}
	collapses := slices.ContainsFunc(s.effects, isCollapse)
	if collapses && (theirs > 0 || own > 1 || own == 1 && s.piece.Type() != game.Pawn) {
		set[CollapsePromotes] = true
	}
	if collapses && s.check && !checkWithoutCollapse(at, s) {
		set[CollapseCheck] = true
	}
	keeps := !collapses && s.check
	otherMoves(set, at, s, keeps, first && goal != Draw)
}

// otherMoves adds what the other moves of the solver's piece show: that one gives check but
// makes a line collapse, or throws the win away by stalemate.
func otherMoves(set map[Theme]bool, at game.Position, s *step, keeps, wins bool) {
	for m := range game.Moves(at) {
		if m == s.move || m.From() != s.move.From() {
			continue
		}
		folds := keeps && slices.ContainsFunc(at.Effects(m), isCollapse)
		at.Make(m)
		if folds && at.InCheck() {
			set[KeepTheLine] = true
		}
		if wins && stalemateDraws(at) {
			set[StalemateTrap] = true
		}
		at.Unmake()
	}
}

// stalemateDraws reports whether the side to move is stalemated, and that is a draw.
func stalemateDraws(p game.Position) bool {
	return p.Stalemate() == game.WDLDraw && !p.InCheck() && p.LegalCount() == 0
}

// isCollapse reports whether an effect makes a line of the board disappear.
func isCollapse(e game.Effect) bool {
	return e.Kind == game.CollapseRank || e.Kind == game.CollapseFile
}

// checkWithoutCollapse reports whether a move would give check if its lines stayed.
func checkWithoutCollapse(at game.Position, s *step) bool {
	n := slices.IndexFunc(s.effects, isCollapse)
	p, err := positionOf(at.Game(), s.before.Apply(s.effects[:n]), at.Turn().Other(), "-")
	return err == nil && p.InCheck()
}

// positionOf returns the position that a view shows, with a side to move.
func positionOf(g game.Game, v game.View, turn game.Color, rights string) (game.Position, error) {
	return g.Parse(rulekit.JoinFEN(rulekit.BoardFEN(v), turn, rights, "-", 0, 1))
}

// rightsOf returns the field of a position's FEN with what its kings may still do.
func rightsOf(p game.Position) string {
	fields, _ := rulekit.SplitFEN(p.String()) // a position writes no errors
	return fields.Rights.Text
}

// mated reports whether the side to move is mated in a view: it is in check and has no move.
func mated(g game.Game, v game.View, turn game.Color) bool {
	p, err := positionOf(g, v, turn, "-")
	return err != nil || p.InCheck() && p.LegalCount() == 0
}

// comesBack looks for a piece of the solver that is captured, comes back, and then moves or
// gives check.
func comesBack(set map[Theme]bool, line []step, end game.Position) {
	for i := 1; i < len(line)-1; i += 2 {
		for _, e := range line[i].effects {
			if e.Kind != game.Drop || e.Piece.Color() != line[0].piece.Color() || e.Into == game.NoPiece {
				continue
			}
			moves := slices.ContainsFunc(line[i+1:], func(s step) bool { return s.move.From() == e.To && s.piece == e.Into })
			if moves || slices.Contains(end.Checkers(), e.To) {
				set[ComesBack] = true
			}
		}
	}
}

// gift looks for a capture that gives the opponent a piece that is in its way or lost at once.
func gift(set map[Theme]bool, line []step, end game.Position) {
	for i := 0; i < len(line); i += 2 {
		for _, e := range line[i].effects {
			if e.Kind != game.Drop || e.Into == game.NoPiece {
				continue
			}
			if i+2 < len(line) && line[i+2].move.To() == e.To && line[i+2].before.Pieces[e.To] == e.Into {
				set[GiftToZ] = true
			}
			v := line[len(line)-1].after
			if !end.InCheck() || end.LegalCount() > 0 || v.Pieces[e.To] != e.Into {
				continue
			}
			v.Pieces[e.To] = game.NoPiece
			if e.Into.Type() != game.King && !mated(end.Game(), v, end.Turn()) {
				set[GiftToZ] = true
			}
		}
	}
}

// bridge looks for a square that has vanished in the solution and that the opponent lacks at
// its end.
func bridge(set map[Theme]bool, line []step, end game.Position) {
	if end.LegalCount() > 0 {
		return
	}
	for i := range line {
		for _, e := range line[i].effects {
			if e.Kind != game.Vanish {
				continue
			}
			v := line[len(line)-1].after
			v.Vanished[e.From] = false
			if p, err := positionOf(end.Game(), v, end.Turn(), rightsOf(end)); err == nil && p.LegalCount() > 0 {
				set[VanishingBridge] = true
			}
		}
	}
}
