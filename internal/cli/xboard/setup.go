package xboard

import (
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/engineio"
)

// display is how XBoard is told of a game.
type display struct {
	game   string   // our name of it
	setup  string   // which pieces there are, the board, and a game like it; "": XBoard knows the game
	pieces []string // how pieces move, in Betza's notation
	// framed adds a rank of holes below and one above. In XBoard every pawn that
	// reaches the outermost rank promotes; so it never does. The names of squares
	// stay the same, since XBoard counts the ranks of a board that has ten from 0.
	framed bool
}

// displays are the games that XBoard can show, by its names for them. The squares
// that Convergent Chess has not are holes in XBoard's board. Its pawns are said
// to be able to step sideways anywhere, not only from the corners: XBoard then
// refuses no legal move, and we refuse the illegal ones. That a piece on a royal
// square gives check XBoard cannot be told.
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

// fen writes a position as XBoard is to show it.
func (d *display) fen(p game.Position) string {
	board, rest, _ := strings.Cut(p.String(), " ")
	if d.framed {
		board = holes + "/" + board + "/" + holes
	}
	return board + " " + rest
}

// unframe takes the frame off a FEN. One without a frame stays as it is.
func (d *display) unframe(fen string) string {
	board, rest, _ := strings.Cut(fen, " ")
	inside, ok := strings.CutPrefix(board, holes+"/")
	inside, ok2 := strings.CutSuffix(inside, "/"+holes)
	if !d.framed || !ok || !ok2 {
		return fen
	}
	return inside + " " + rest
}

// protover reports what we understand.
func (s *session) protover(string) error {
	s.out.Printf("feature done=0")
	s.out.Printf(`feature myname="%s" variants="normal,convergent" setboard=1 ping=1 playother=1 usermove=1 san=0 time=1 draw=1`, s.Name)
	s.out.Printf("feature %s=0 %s=1 sigint=0 sigterm=0 reuse=1 nps=0 debug=1 memory=1 smp=1 highlight=1 name=0 ics=0 pause=0", colors, analysis)
	for i := range options {
		s.out.Printf(`feature option="%s"`, options[i].String())
	}
	s.out.Printf("feature done=1")
	return nil
}

// newGame answers new: orthodox chess, the engine plays Black.
func (s *session) newGame(string) error {
	s.force, s.color, s.computer = false, game.Black, false
	s.clock.restart()
	s.seed = s.Seed()
	s.halt()
	s.Engine.Reset()
	if err := s.load("chess"); err != nil {
		return err
	}
	s.settle()
	return nil
}

// load puts a game's start on the board. The engine is idle then.
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
	s.game, s.dress, s.at, s.refused, s.expected, s.moved = g, display{}, g.Start(), "", game.NoMove, nil
	return nil
}

// variant answers variant: it loads a game that XBoard can show, and says of any
// other why it cannot be played here.
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
		s.settle() // only now, so that nothing is said of a game that XBoard does not know yet
		return nil
	}
	s.halt()
	if g, err := s.ByName(name); err == nil {
		s.refused = g.Title() + " has a board that changes or has hexagons, which XBoard cannot show; " +
			"play it with 'wane play " + g.Name() + "' or in a program that speaks UCI"
	} else {
		s.refused = "wane plays only normal and convergent in XBoard"
	}
	s.warn("%s", s.refused)
	return userError(s.refused)
}

// setboard answers setboard FEN. A position that cannot be read takes the board
// away until there is another.
func (s *session) setboard(fen string) error {
	s.halt()
	p, err := engineio.ParseFEN(s.game, s.dress.unframe(fen))
	if err != nil {
		s.refused = "the position is invalid: " + err.Error()
		s.warn("Illegal position: %v", err)
		return nil
	}
	s.at, s.refused, s.expected, s.moved = p, "", game.NoMove, nil
	s.settle()
	return nil
}

// lift answers "lift SQUARE" with the squares that the piece there can go to:
// yellow, red where it captures, magenta where it promotes.
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

// marksText writes marks as the board field of a FEN.
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
