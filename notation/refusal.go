package notation

import (
	"slices"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/internal/message"
)

// Refusal says in a sentence why the side to move cannot move from one square to another,
// or "" if it can. Squares are named as in UCI.
func Refusal(p game.Position, from, to string) string {
	ms := NewMoves(p)
	problem := ms.over()
	a, b := ms.square(from), ms.square(to)
	switch {
	case problem != "":
	case a == nil || b == nil:
		problem = "no such square: " + ms.extent()
	default:
		if problem = ms.cannotLeave(a.ID); problem == "" {
			if ms.route(game.NewMove(game.Square(a.ID), game.Square(b.ID))) != nil {
				return ""
			}
			var choices []*route
			problem, choices = ms.cannotGo(a.ID, b.ID)
			problem += ms.targets(choices, strings.HasSuffix(problem, notLikeThat))
		}
	}
	return strings.ToUpper(problem[:1]) + problem[1:] + "."
}

// mostTargets and fewTargets are how many squares a refusal names: of a piece that does not move as its player thought,
// and of any other.
const mostTargets, fewTargets = 8, 3

// targets says where routes lead if they are few enough: ". It can go to c4 and d4".
func (ms *Moves) targets(choices []*route, unknown bool) string {
	most := fewTargets
	if unknown {
		most = mostTargets
	}
	var to [128]bool
	for _, r := range choices {
		to[r.first.To()] = true
	}
	var names []string
	for i := range ms.view.Board.Squares {
		if c := &ms.view.Board.Squares[i]; to[c.ID] {
			names = append(names, c.Name)
		}
	}
	if len(names) == 0 || len(names) > most {
		return ""
	}
	return ". It can go to " + and(names)
}

// cannotLeave says why no piece can move from a square, or "" if one may be able to.
func (ms *Moves) cannotLeave(id int) string {
	name, pc := ms.view.Board.Name(id), ms.view.Pieces[id]
	switch {
	case ms.view.Vanished[id]:
		return "the square " + name + " has vanished"
	case pc == game.NoPiece:
		return "no piece on " + name
	case pc.Color() != ms.p.Turn():
		return message.Sprintf("the %v on %s cannot move: %v is to move", pc, name, ms.p.Turn())
	}
	return ""
}

// cannotGo says that a piece cannot go to a square and why, and returns the routes that it
// has.
func (ms *Moves) cannotGo(from, to int) (problem string, choices []*route) {
	choices = ms.where(func(r *route) bool { return int(r.first.From()) == from })
	b := ms.view.Board
	problem = message.Sprintf("the %v on %s cannot go to %s", ms.view.Pieces[from], b.Name(from), b.Name(to))
	if why := ms.whyNot(from, to); why != "" {
		problem += ": " + why
	}
	if len(choices) == 0 {
		problem += "; it has no legal move"
	}
	return problem, choices
}

// notLikeThat ends what is said of a move that the piece never makes.
const notLikeThat = " does not move like that"

// whyNot says which rule keeps a piece from going to a square, where no legal move does.
func (ms *Moves) whyNot(from, to int) string {
	mover, there := ms.view.Pieces[from], ms.view.Pieces[to]
	us := mover.Color()
	attacked := slices.Contains(ms.p.Attackers(game.Square(to), us), game.Square(from))
	switch {
	case from == to:
		return "a move leads to another square"
	case ms.view.Vanished[to]:
		return "that square has vanished"
	case there != game.NoPiece && there.Color() == us:
		return message.Sprintf("the %v is there", there)
	case attacked && there != game.NoPiece && there.Type() == game.King:
		return "kings are not captured"
	case mover.Type() == game.Pawn:
		return ms.whyNotPawn(from, to, attacked)
	case attacked:
		return ms.exposed(from, to)
	case ms.reaches(from, to): // a piece attacks each square that it can go to
		return "another piece is in the way"
	case mover.Type() == game.King && ms.castles(from, to):
		return "castling is not possible now"
	}
	return message.Sprintf("a %v", mover.Type()) + notLikeThat
}

// whyNotPawn is whyNot for a pawn, which may attack the square.
func (ms *Moves) whyNotPawn(from, to int, attacked bool) string {
	alone := ms.reaches(from, to)
	switch {
	case alone && (attacked || ms.clear(from, to)):
		return ms.exposed(from, to)
	case alone:
		return "another piece is in the way"
	case attacked:
		return "a pawn goes there only to capture"
	case ms.view.Pieces[to] != game.NoPiece && ms.without(to).reaches(from, to):
		return "a pawn does not capture that way"
	}
	return message.Sprintf("a %v", game.Pawn) + notLikeThat
}

// exposed says that a move would leave the mover in check, or without a king.
func (ms *Moves) exposed(from, to int) string {
	us := ms.p.Turn()
	king := ms.view.Pieces[from].Type() == game.King
	switch b := ms.view.Board; {
	case king && b.Shape == geom.Hexagonal && b.Square(to).Tint == geom.Special:
		return "it would not stay a king"
	case king:
		return "it would be in check there"
	case ms.p.InCheck():
		return message.Sprintf("%v would still be in check", us)
	}
	return message.Sprintf("%v would be in check", us)
}

// clear reports whether nothing stands between two squares of a file, as a pawn goes.
func (ms *Moves) clear(from, to int) bool {
	b := ms.view.Board
	x, y := b.Square(from), b.Square(to)
	for i := range b.Squares {
		s := &b.Squares[i]
		if s.Col == x.Col && (s.Row-x.Row)*(s.Row-y.Row) < 0 && ms.view.Pieces[s.ID] != game.NoPiece {
			return false
		}
	}
	return true
}

// castles reports whether a king would castle, which some right may still allow.
func (ms *Moves) castles(from, to int) bool {
	b := ms.view.Board
	x, y := b.Square(from), b.Square(to)
	rights := "KQ"
	if ms.p.Turn() == game.Black {
		rights = "kq"
	}
	fields, _ := rulekit.SplitFEN(ms.p.String())
	return b.Shape == geom.Rectangle && x.Row == y.Row && max(x.Col-y.Col, y.Col-x.Col) == 2 &&
		strings.ContainsAny(fields.Rights.Text, rights)
}

// without returns the moves with a square emptied, for reaches alone.
func (ms *Moves) without(id int) *Moves {
	out := &Moves{p: ms.p, view: ms.view}
	out.view.Pieces[id] = game.NoPiece
	return out
}

// reaches reports whether a piece could go from one square to another if there were
// nothing else on the board but kings and what it captures.
func (ms *Moves) reaches(from, to int) bool {
	v, us := ms.view, ms.view.Pieces[from].Color()
	for i, pc := range v.Pieces {
		if i != from && i != to && pc.Type() != game.King {
			v.Pieces[i] = game.NoPiece
		}
	}
	fields, _ := rulekit.SplitFEN(ms.p.String())
	for _, rights := range []string{fields.Rights.Text, "-"} { // Cheshire's kings have rights, too
		for _, turn := range []game.Color{us, us.Other()} { // a king that is attacked must not be the opponent's
			p, err := ms.p.Game().Parse(rulekit.JoinFEN(rulekit.BoardFEN(v), turn, rights, "-", 0, 1))
			if err != nil {
				continue
			}
			if v.Pieces[from].Type() != game.Pawn {
				return slices.Contains(p.Attackers(game.Square(to), us), game.Square(from))
			}
			if turn == us {
				return slices.ContainsFunc(p.Legal(nil), func(m game.Move) bool {
					return int(m.From()) == from && int(m.To()) == to
				})
			}
		}
	}
	return false
}
