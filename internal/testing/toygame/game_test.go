// Package toygame_test adds a game to wane from outside: Los Alamos chess, on 6×6
// squares, written as plainly as possible. Its tests show that a new game needs
// no line of code anywhere else.
package toygame_test

import (
	"slices"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/geom"
)

const size = 6

var board = geom.Rect(size, size, size)

// losAlamos is chess without bishops, castling, double steps and en passant. It
// implements game.Game.
type losAlamos struct{}

func (losAlamos) Name() string  { return "losalamos" }
func (losAlamos) Title() string { return "Los Alamos Chess" }
func (losAlamos) Rules() string {
	return "# Los Alamos Chess\n\nChess on 6×6 squares, without bishops.\n"
}
func (losAlamos) Info() game.Info {
	return game.Info{Summary: "Chess on 6×6 squares, without bishops."}
}

func (g losAlamos) Start() game.Position {
	p, err := g.Parse("rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1")
	if err != nil {
		panic(err)
	}
	return p
}

func (losAlamos) Parse(fen string) (game.Position, error) {
	f, unread := rulekit.SplitFEN(fen)
	grid, wrong := f.Board.ReadGrid(size, size)
	unread = append(unread, wrong...)
	if wrong := grid.MustBe(f.Board, size, size); wrong != nil {
		unread = append(unread, wrong)
	}
	s := state{turn: f.Turn, halfmoves: f.Halfmoves, fullmove: f.Fullmove}
	kings := map[game.Piece]int{}
	for sq := range s.pieces {
		s.pieces[sq] = game.PieceOf(grid.Squares[sq/size][sq%size])
		kings[s.pieces[sq]]++
	}
	switch {
	case len(unread) > 0:
		return nil, unread[0]
	case kings[game.King.Of(game.White)] != 1 || kings[game.King.Of(game.Black)] != 1:
		return nil, f.Board.Errorf(0, "one king of each color", "the kings are not one each")
	case len(s.attackers(s.king(s.turn.Other()), s.turn)) > 0:
		return nil, f.Board.Errorf(0, "a king that cannot be captured", "the side that has moved is in check")
	}
	return &position{rulekit.NewStack(s)}, nil
}

// state is everything that a move changes.
type state struct {
	pieces              [size * size]game.Piece
	turn                game.Color
	halfmoves, fullmove int
}

func (s *state) king(c game.Color) int { return slices.Index(s.pieces[:], game.King.Of(c)) }

var steps = map[game.PieceType][][2]int{
	game.Rook:   {{0, 1}, {1, 0}, {0, -1}, {-1, 0}},
	game.Queen:  {{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}},
	game.King:   {{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}},
	game.Bishop: {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}},
	game.Knight: {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}},
}

// at returns the square that lies a step away, or false if the board ends before.
func at(sq, file, rank int) (int, bool) {
	file, rank = sq%size+file, sq/size+rank
	return rank*size + file, file >= 0 && file < size && rank >= 0 && rank < size
}

func forward(c game.Color) int { return 1 - 2*int(c) }

// attacks lists the squares that the piece on a square attacks.
func (s *state) attacks(from int) (list []int) {
	pc := s.pieces[from]
	if pc.Type() == game.Pawn {
		for _, file := range []int{-1, 1} {
			if to, ok := at(from, file, forward(pc.Color())); ok {
				list = append(list, to)
			}
		}
		return list
	}
	for _, d := range steps[pc.Type()] {
		for sq := from; ; {
			to, ok := at(sq, d[0], d[1])
			if !ok {
				break
			}
			list = append(list, to)
			if sq = to; s.pieces[to] != game.NoPiece || pc.Type() == game.King || pc.Type() == game.Knight {
				break
			}
		}
	}
	return list
}

func (s *state) attackers(sq int, by game.Color) (list []game.Square) {
	for from, pc := range s.pieces {
		if pc != game.NoPiece && pc.Color() == by && slices.Contains(s.attacks(from), sq) {
			list = append(list, game.Square(from))
		}
	}
	return list
}

// promotes reports whether a move takes a pawn to its last rank.
func (s *state) promotes(m game.Move) bool {
	last := [2]int{size - 1, 0}[s.turn]
	return s.pieces[m.From()].Type() == game.Pawn && int(m.To())/size == last
}

// after returns the state after a move.
func (s *state) after(m game.Move) state {
	n := *s
	pc := s.pieces[m.From()]
	if n.halfmoves++; pc.Type() == game.Pawn || s.pieces[m.To()] != game.NoPiece {
		n.halfmoves = 0
	}
	n.pieces[m.From()] = game.NoPiece
	n.pieces[m.To()] = pc
	if s.promotes(m) {
		n.pieces[m.To()] = m.Promotion(0).Of(s.turn)
	}
	return n.next()
}

// next switches the side to move and counts the move.
func (s state) next() state {
	s.fullmove = min(s.fullmove+int(s.turn), rulekit.MaxCount)
	s.halfmoves = min(s.halfmoves, rulekit.MaxCount)
	s.turn = s.turn.Other()
	return s
}

// legal lists the legal moves.
func (s *state) legal() (list []game.Move) {
	add := func(from, to int) {
		m := game.NewMove(game.Square(from), game.Square(to))
		switch n := s.after(m); {
		case len(n.attackers(n.king(s.turn), n.turn)) > 0:
		case s.promotes(m):
			list = append(list, m.WithPromotion(0, game.Queen), m.WithPromotion(0, game.Rook), m.WithPromotion(0, game.Knight))
		default:
			list = append(list, m)
		}
	}
	for from, pc := range s.pieces {
		if pc == game.NoPiece || pc.Color() != s.turn {
			continue
		}
		pawn := pc.Type() == game.Pawn
		for _, to := range s.attacks(from) {
			if target := s.pieces[to]; target == game.NoPiece && !pawn || target != game.NoPiece && target.Color() != s.turn {
				add(from, to)
			}
		}
		if to, ok := at(from, 0, forward(s.turn)); pawn && ok && s.pieces[to] == game.NoPiece {
			add(from, to)
		}
	}
	return list
}
