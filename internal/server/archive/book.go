package archive

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// Book counts in memory the moves that were played in positions. It is immutable.
type Book struct {
	first map[PositionHash]int32 // entry of a position
	all   []entry
	games int
}

// entry counts a move in a position. There are many, most of them for one game.
type entry struct {
	move                       string
	white, draws, black, plies int32
	next                       int32 // index of another move in the same position; 0: none
}

// BookGame is a game, or its beginning, to count in a Book.
type BookGame struct {
	Moves  []string // in UCI, from the start
	Result game.Result
	Plies  int // of the whole game
}

// NewBook counts games, each position once per game, up to Depth plies. The error names
// a game with an illegal move.
func NewBook(g game.Game, games []BookGame) (*Book, error) {
	b := &Book{first: map[PositionHash]int32{}, all: make([]entry, 1), games: len(games)}
	// Sorted, games share the moves of their common beginnings.
	games = slices.Clone(games)
	slices.SortStableFunc(games, func(a, b BookGame) int { return slices.Compare(a.Moves, b.Moves) })
	line := lineWalker{p: g.Start()}
	line.hashes = []PositionHash{HashOf(line.p)}
	for _, game := range games {
		if err := line.follow(game.Moves[:min(Depth, len(game.Moves))]); err != nil {
			return nil, fmt.Errorf("a game of %s: %w", g.Name(), err)
		}
		b.count(&line, game)
	}
	b.all = slices.Clip(b.all)
	return b, nil
}

// lineWalker is a position with the moves that led there and the hashes of all positions.
type lineWalker struct {
	p      game.Position
	moves  []string
	hashes []PositionHash // one more than moves
}

// follow moves to the end of another line.
func (w *lineWalker) follow(moves []string) error {
	same := 0
	for same < min(len(moves), len(w.moves)) && moves[same] == w.moves[same] {
		same++
	}
	for range len(w.moves) - same {
		w.p.Unmake()
	}
	w.moves, w.hashes = w.moves[:same], w.hashes[:same+1]
	for i, text := range moves[same:] {
		m, err := notation.ParseUCI(w.p, text)
		if err != nil {
			return fmt.Errorf("ply %d: %w", same+i+1, err)
		}
		w.p.Make(m)
		w.moves, w.hashes = append(w.moves, text), append(w.hashes, HashOf(w.p))
	}
	return nil
}

// count counts a game whose moves were followed.
func (b *Book) count(w *lineWalker, g BookGame) {
	for i, spot := range w.hashes {
		move := ""
		switch {
		case slices.Contains(w.hashes[:i], spot):
			continue // counted before
		case i < len(w.moves):
			move = w.moves[i]
		case g.Plies > i || i >= Depth:
			continue // the next move is unknown
		}
		b.add(spot, move, g)
	}
}

func (b *Book) add(spot PositionHash, move string, g BookGame) {
	at := b.first[spot]
	for at != 0 && b.all[at].move != move {
		at = b.all[at].next
	}
	if at == 0 {
		at = int32(len(b.all))
		b.all = append(b.all, entry{move: move, next: b.first[spot]})
		b.first[spot] = at
	}
	e := &b.all[at]
	var t Tally
	t.Count(g.Result, g.Plies)
	e.white, e.draws, e.black = e.white+int32(t.White), e.draws+int32(t.Draws), e.black+int32(t.Black)
	e.plies += int32(t.Plies)
}

// At returns what was played in a position, the most frequent move first.
func (b *Book) At(spot PositionHash) []MoveTally {
	var list []MoveTally
	for at := b.first[spot]; at != 0; at = b.all[at].next {
		e := &b.all[at]
		list = append(list, MoveTally{
			Move: e.move, Tally: Tally{White: int(e.white), Draws: int(e.draws), Black: int(e.black), Plies: int(e.plies)},
		})
	}
	SortMoveTallies(list)
	return list
}

// Games returns how many games were counted.
func (b *Book) Games() int { return b.games }

// SortMoveTallies sorts the most frequent move first, and the end of games last.
func SortMoveTallies(list []MoveTally) {
	slices.SortFunc(list, func(a, b MoveTally) int {
		if (a.Move == "") != (b.Move == "") {
			return cmp.Compare(b.Move, a.Move)
		}
		return cmp.Or(cmp.Compare(b.Games(), a.Games()), cmp.Compare(a.Move, b.Move))
	})
}
