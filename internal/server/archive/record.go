package archive

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/notation"
)

// Depth is how many plies of each game are indexed: for positions and for openings.
const Depth = 40

// Record is what the archive keeps of a game.
type Record struct {
	ID      livegame.ID
	Variant string
	Ended   time.Time
	Public  bool
	Seats   [2]livegame.Player // by game.Color
	Result  game.Result
	Plies   int
	Start   string // FEN; "": the variant's
	Line    string // the first Depth moves, see LineText
	// Steps are the positions of a public game, each once. The last has no move if the
	// game ended there.
	Steps []Step
}

// Step is a position of a game, and the move that was played there.
type Step struct {
	Position PositionHash
	Move     string // in UCI
}

// Kind returns who played.
func (r *Record) Kind() Kind {
	white, black := r.Seats[game.White], r.Seats[game.Black]
	switch {
	case white.Engine() || black.Engine():
		return Engine
	case white.Guest == black.Guest:
		return Solo
	}
	return Humans
}

// Level returns that of the engine, the higher of two; 0: no engine.
func (r *Record) Level() int { return max(r.Seats[game.White].Level, r.Seats[game.Black].Level) }

// LineText joins moves so that prefixes of lines are prefixes of texts.
func LineText(moves []string) string {
	if len(moves) == 0 {
		return ""
	}
	return strings.Join(moves, " ") + " "
}

// wants reports whether a finished game belongs in the archive.
func wants(s *livegame.Summary) bool { return s.Result != game.Ongoing && s.Ply > 0 }

// NewRecord makes the record of a finished game. It fails if the game cannot be replayed.
func NewRecord(s livegame.Summary, events []livegame.Event, find livegame.Lookup) (*Record, error) {
	moves := Moves(events)
	r := &Record{
		ID: s.ID, Variant: s.Variant, Ended: s.Updated, Public: s.Public, Seats: s.Seats, Result: s.Result,
		Plies: len(moves), Start: s.FEN, Line: LineText(moves[:min(Depth, len(moves))]),
	}
	for _, e := range events {
		if e.Ends() {
			r.Ended = e.At
		}
	}
	if err := r.walk(find); err != nil {
		return nil, err
	}
	return r, nil
}

// walk finds the positions of a public game.
func (r *Record) walk(find livegame.Lookup) error {
	if !r.Public {
		return nil
	}
	start, err := notation.Line{Variant: r.Variant, FEN: r.Start}.Start(find)
	if err == nil {
		r.Steps, err = steps(start, strings.Fields(r.Line), r.Plies)
	}
	return err
}

// Moves returns the moves on the board after the events of a game.
func Moves(events []livegame.Event) []string {
	var moves []string
	for _, e := range events {
		switch e.Kind {
		case livegame.Move:
			moves = append(moves, e.Move)
		case livegame.Takeback:
			moves = moves[:max(0, len(moves)-e.Plies)]
		}
	}
	return moves
}

// steps plays a game's first moves and returns its positions, each once. Plies is the
// length of the whole game.
func steps(p game.Position, moves []string, plies int) ([]Step, error) {
	known := make(map[PositionHash]bool, len(moves)+1)
	var out []Step
	add := func(move string) {
		if spot := HashOf(p); !known[spot] {
			known[spot] = true
			out = append(out, Step{spot, move})
		}
	}
	for i, text := range moves {
		add(text)
		m, err := notation.ParseUCI(p, text)
		if err != nil {
			return nil, fmt.Errorf("ply %d: %w", i+1, err)
		}
		p.Make(m)
	}
	if plies < Depth {
		add("")
	}
	return out, nil
}

// PositionHash identifies a position of a game, whatever moves led to it. Databases keep
// it, so it never changes: it is a hash of the position's text, not a Zobrist key.
type PositionHash int64

// HashOf returns the hash of a position: the first eight bytes of the SHA-256 of the game's
// name, a line feed, and the FEN without its two counters.
func HashOf(p game.Position) PositionHash {
	fen := p.String()
	for range 2 {
		if i := strings.LastIndexByte(fen, ' '); i >= 0 {
			fen = fen[:i]
		}
	}
	sum := sha256.Sum256([]byte(p.Game().Name() + "\n" + fen))
	return PositionHash(binary.BigEndian.Uint64(sum[:]))
}
