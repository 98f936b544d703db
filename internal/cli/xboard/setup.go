package xboard

import (
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/internal/cli/engineio"
)

// display describes a game to XBoard.
type display struct {
	game   string   // our name
	setup  string   // the pieces, the board and a similar game; "" if XBoard knows the game
	pieces []string // how pieces move, in Betza's notation
	// framed adds a rank of holes below and one above. XBoard promotes every pawn that
	// reaches the last rank; behind the frame none does. The names of squares stay the
	// same, since XBoard numbers the ranks of a ten-rank board from 0.
	framed bool
}

// displays are the games that XBoard can show, by its names for them. Squares that
// Convergent Chess lacks are holes in XBoard's board. Its pawns are declared to step
// sideways anywhere, not only from the corners, so that XBoard rejects no legal move;
// the session rejects illegal ones. XBoard has no way to describe the check by a piece
// on a royal square.
var displays = map[string]display{
	"normal": {game: "chess"},
	"chess":  {game: "chess"},
	"convergent": {
		game:   "convergent",
		setup:  "(PNBRQ................Kpnbrq................k) 8x10+0_fairy",
		pieces: []string{"K& K", "Q& KAD", "R& R3", "B& B3", "N& N", "P& mfWfFsmW"},
		framed: true,
	},
}

// holes is a rank of the frame.
const holes = "********"

// fen formats a position for XBoard.
func (d *display) fen(p game.Position) string {
	board, rest, _ := strings.Cut(p.String(), " ")
	if d.framed {
		board = holes + "/" + board + "/" + holes
	}
	return board + " " + rest
}

// unframe removes the frame from a FEN; one without a frame stays as it is.
func (d *display) unframe(fen string) string {
	board, rest, _ := strings.Cut(fen, " ")
	inside, ok := strings.CutPrefix(board, holes+"/")
	inside, ok2 := strings.CutSuffix(inside, "/"+holes)
	if !d.framed || !ok || !ok2 {
		return fen
	}
	return inside + " " + rest
}

// protover answers with the features of the session.
func (s *session) protover(string) error {
	s.out.Printf("feature done=0")
	s.out.Printf(`feature myname="%s" variants="normal,convergent" setboard=1 ping=1 playother=1 `+
		`usermove=1 san=0 time=1 draw=1`, s.Name)
	s.out.Printf("feature %s=0 %s=1 sigint=0 sigterm=0 reuse=1 nps=0 debug=1 exclude=1 memory=1 smp=1 highlight=1 "+
		"name=0 ics=0 pause=0", colors, analysis)
	for i := range options {
		s.out.Printf(`feature option="%s"`, options[i].String())
	}
	s.out.Printf("feature done=1")
	return nil
}

// newGame answers new: orthodox chess, with the engine as Black.
func (s *session) newGame(string) error {
	s.force, s.color, s.computer = false, game.Black, false
	s.clock.restart()
	s.seed = s.Seed()
	s.halt()
	s.Engine.Reset()
	if err := s.load("chess"); err != nil {
		return err
	}
	s.restart()
	return nil
}

// load sets up a game's start. The engine must be idle.
func (s *session) load(name string) error {
	g, err := s.ByName(name)
	if err != nil {
		return err
	}
	s.halt()
	if s.Prepare != nil && (s.game == nil || s.game.Name() != name) {
		if err := s.Prepare(g); err != nil {
			return err
		}
	}
	s.game, s.dress, s.unshown = g, display{}, false
	s.start(g.Start())
	return nil
}

// variant answers variant: it loads a game that XBoard can show, or says why it cannot
// be played.
func (s *session) variant(name string) error {
	if d, ok := displays[name]; ok {
		if err := s.load(d.game); err != nil {
			return err
		}
		s.dress = d
		if d.setup != "" {
			s.out.Printf("setup %s %s", d.setup, d.fen(s.at))
			for _, m := range d.pieces {
				s.out.Printf("piece %s", m)
			}
		}
		s.restart() // only now, since XBoard does not know the game earlier
		return nil
	}
	s.halt()
	s.expected, s.moved, s.unshown = game.NoMove, nil, true
	if g, err := s.ByName(name); err == nil {
		s.refused = g.Title() + " has a board that changes or has hexagons, which XBoard cannot show; " +
			"play it with 'wane play " + g.Name() + "' or in a program that speaks UCI"
	} else {
		s.refused = "wane plays only normal and convergent in XBoard"
	}
	s.warn("%s", s.refused)
	return userError(s.refused)
}

// setboard answers setboard FEN. After an invalid position nothing can be played until
// a valid one.
func (s *session) setboard(fen string) error {
	if s.unshown { // the position is of another variant
		return userError(s.refused)
	}
	return s.setUp("setboard", s.dress.unframe(fen))
}

// setUp begins at the position of a FEN, for a command.
func (s *session) setUp(command, fen string) error {
	s.halt()
	p, dropped, err := rulekit.ParseLenient(s.game, fen)
	if err != nil {
		s.expected, s.moved = game.NoMove, nil
		s.refused = "the position is invalid: " + err.Error()
		s.warn("Illegal position: %v", err)
		return nil
	}
	for _, e := range dropped {
		s.out.Printf("# %s: %s; dropped", command, engineio.OneLine(e.Error()))
	}
	if ignored := rulekit.IgnoredOperations(fen); ignored != nil {
		s.out.Printf("# %s: operations of EPD are ignored: %s", command, strings.Join(ignored, ", "))
	}
	s.start(p)
	s.restart()
	return nil
}

// start begins a game at a position.
func (s *session) start(p game.Position) {
	s.at, s.refused, s.expected, s.moved, s.excluded = p, "", game.NoMove, nil, nil
}

// lift answers "lift SQUARE" with the destinations of its piece: yellow, red for a
// capture, magenta for a promotion.
func (s *session) lift(square string) error {
	v := s.at.View()
	from := v.Board.SquareByName(square)
	if from == nil || s.refused != "" {
		return nil
	}
	marks, anyPromotes := map[int]byte{}, false
	for _, m := range s.at.Legal(nil) {
		if int(m.From()) != from.ID {
			continue
		}
		mark, promotes := byte('Y'), false
		for _, e := range s.at.Effects(m) {
			switch e.Kind {
			case game.Capture:
				mark = 'R'
			case game.Promote:
				promotes = true
			}
		}
		if promotes {
			mark, anyPromotes = 'M', true
		}
		marks[int(m.To())] = mark
	}
	text := marksText(v.Board.Files, v.Board.Ranks, v.Board.Stride, marks)
	if s.dress.framed {
		text = "8/" + text + "/8"
	}
	s.out.Printf("highlight %s", text)
	if anyPromotes {
		s.out.Printf("choice QRBN")
	}
	return nil
}

// marksText formats marks like the board of a FEN.
func marksText(files, ranks, stride int, marks map[int]byte) string {
	var b strings.Builder
	for rank := ranks - 1; rank >= 0; rank-- {
		empty := 0
		for file := range files {
			mark := marks[rank*stride+file]
			if mark == 0 {
				empty++
				continue
			}
			if empty > 0 {
				b.WriteByte(byte('0' + empty))
				empty = 0
			}
			b.WriteByte(mark)
		}
		if empty > 0 {
			b.WriteByte(byte('0' + empty))
		}
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	return b.String()
}
