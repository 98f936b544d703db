package toygame_test

import (
	"hash/fnv"
	"slices"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/geom"
)

// position is a position of Los Alamos chess, with the states before it. It
// implements game.Position.
type position struct{ states rulekit.Stack[state] }

func (p *position) top() *state { return p.states.Top() }

func (p *position) Game() game.Game  { return losAlamos{} }
func (p *position) Turn() game.Color { return p.top().turn }
func (p *position) Ply() int         { return p.states.Ply() }
func (p *position) Halfmoves() int   { return p.top().halfmoves }
func (p *position) Fullmove() int    { return p.top().fullmove }
func (p *position) Key() uint64      { return p.top().key() }
func (p *position) InCheck() bool    { return len(p.Checkers()) > 0 }
func (p *position) LegalCount() int  { return len(p.top().legal()) }
func (p *position) Unmake()          { p.states.Pop() }

func (s *state) key() uint64 {
	h := fnv.New64a()
	for _, pc := range s.pieces {
		_, _ = h.Write([]byte{byte(pc)})
	}
	_, _ = h.Write([]byte{byte(s.turn)})
	return h.Sum64()
}

func (p *position) Clone() game.Position { return &position{p.states.Clone()} }

func (p *position) Make(m game.Move) {
	now, next := p.states.Push()
	*next = now.after(m)
}

func (p *position) Legal(dst []game.Move) []game.Move {
	return append(dst, p.top().legal()...)
}

func (p *position) Attackers(sq game.Square, by game.Color) []game.Square {
	if sq >= size*size {
		return nil
	}
	return p.top().attackers(int(sq), by)
}

func (p *position) Checkers() []game.Square {
	s := p.top()
	return s.attackers(s.king(s.turn), s.turn.Other())
}

func (p *position) Repetitions() int {
	return p.states.Repetitions(p.Halfmoves(), func(top, older *state) bool { return top.key() == older.key() })
}

func (p *position) Outcome() game.Outcome {
	switch moves := p.LegalCount(); {
	case moves == 0 && p.InCheck():
		return game.Win(p.Turn().Other(), game.Checkmate)
	case moves == 0:
		return game.Drawn(game.Stalemate)
	case p.Repetitions() >= 2:
		return game.Drawn(game.Repetition)
	case p.Halfmoves() >= game.MaxHalfmoves:
		return game.Drawn(game.FiftyMoves)
	case !p.canWin(game.White) && !p.canWin(game.Black):
		return game.Drawn(game.DeadPosition)
	}
	return game.Outcome{}
}

func (p *position) Terminal() (game.WDL, bool) {
	o := p.Outcome()
	return game.WDLDraw, o.Result == game.Draw && o.Reason != game.Stalemate
}

func (p *position) Stalemate() game.WDL { return game.WDLDraw }

// canWin reports whether a side has more than a king.
func (p *position) canWin(c game.Color) bool {
	return slices.ContainsFunc(p.top().pieces[:], func(pc game.Piece) bool {
		return pc != game.NoPiece && pc.Color() == c && pc.Type() != game.King
	})
}

func (p *position) TimeoutOutcome(loser game.Color) game.Outcome {
	if !p.canWin(loser.Other()) {
		return game.Drawn(game.TimeOutDraw)
	}
	return game.Win(loser.Other(), game.TimeOut)
}

func (p *position) Board() *geom.Board { return board }

func (p *position) PieceAt(sq game.Square) game.Piece {
	if sq >= size*size {
		return game.NoPiece
	}
	return p.top().pieces[sq]
}

func (p *position) View() game.View {
	v := game.View{Board: board, Turn: p.Turn()}
	copy(v.Pieces[:], p.top().pieces[:])
	return v
}

func (p *position) Effects(m game.Move) []game.Effect {
	s := p.top()
	pc := s.pieces[m.From()]
	list := []game.Effect{{Kind: game.Slide, From: m.From(), To: m.To(), Piece: pc}}
	if captured := s.pieces[m.To()]; captured != game.NoPiece {
		list = append(list, game.Effect{Kind: game.Capture, To: m.To(), Piece: captured})
	}
	if s.promotes(m) {
		list = append(list, game.Effect{Kind: game.Promote, To: m.To(), Piece: pc, Into: m.Promotion(0).Of(s.turn)})
	}
	return list
}

func (p *position) UCI(m game.Move) string {
	text := board.Name(int(m.From())) + board.Name(int(m.To()))
	if p.top().promotes(m) {
		text += m.PromotionText(1)
	}
	return text
}

func (p *position) String() string { return p.FEN() }

func (p *position) FEN() string {
	s := p.top()
	return rulekit.JoinFEN(rulekit.BoardFEN(p.View()), s.turn, "", "", s.halfmoves, s.fullmove)
}
