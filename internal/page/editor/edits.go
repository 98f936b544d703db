package editor

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// edits by name; DraftEdit tells what they do.
var edits = map[string]func(*table, DraftEdit) error{
	"fen": func(t *table, e DraftEdit) error {
		if len(e.Text) > longest {
			return fmt.Errorf("a text of %d characters: no position takes more than %d", len(e.Text), longest)
		}
		t.read(e.Text)
		return nil
	},
	"start": func(t *table, _ DraftEdit) error { t.read(""); return nil },
	"clear": func(t *table, _ DraftEdit) error {
		t.Pieces, t.Vanished = [128]game.Piece{}, [128]bool{}
		t.reset()
		return nil
	},
	"put":     (*table).put,
	"lift":    (*table).lift,
	"move":    (*table).move,
	"vanish":  (*table).vanish,
	"size":    (*table).size,
	"close":   (*table).close,
	"turn":    (*table).turn,
	"rights":  (*table).rights,
	"passed":  (*table).pass,
	"counts":  (*table).counts,
	"swap":    (*table).swap,
	"variant": (*table).variant,
}

// editNames is for errors.
const editNames = "fen, start, clear, put, lift, move, vanish, size, close, turn, rights, passed, counts, swap and variant"

// longest is how many bytes a text may have that is to be read.
const longest = 400

// reset gives the fields other than the board what they have at the beginning.
func (t *table) reset() {
	t.Turn, t.Rights.Text, t.EnPassant.Text, t.Halfmoves, t.Fullmove = game.White, "-", "-", 0, 1
}

// cells returns the cells of an edit, which must be so many.
func (t *table) cells(e DraftEdit, n int) ([2]game.Square, error) {
	var out [2]game.Square
	if len(e.Cells) != n {
		return out, fmt.Errorf("%q with %d cells: it takes %d", e.Do, len(e.Cells), n)
	}
	for i, key := range e.Cells {
		sq := slices.IndexFunc(t.Board.Cells, func(c geom.Cell) bool { return int(t.keys.Cell[c.ID]) == key })
		if sq < 0 {
			return out, fmt.Errorf("no cell has the key %d", key)
		}
		out[i] = game.Square(t.Board.Cells[sq].ID)
	}
	return out, nil
}

func (t *table) put(e DraftEdit) error {
	at, err := t.cells(e, 1)
	if err != nil {
		return err
	}
	if len(e.Piece) != 1 || game.PieceOf(e.Piece[0]) == game.NoPiece {
		return fmt.Errorf("no man %.4q: the letters are KQRBNP for White, kqrbnp for Black", e.Piece)
	}
	t.Pieces[at[0]], t.Vanished[at[0]] = game.PieceOf(e.Piece[0]), false
	t.keys.Piece[at[0]] = t.fresh()
	return nil
}

func (t *table) lift(e DraftEdit) error {
	at, err := t.cells(e, 1)
	if err == nil {
		t.Pieces[at[0]], t.Vanished[at[0]] = game.NoPiece, false
	}
	return err
}

func (t *table) move(e DraftEdit) error {
	at, err := t.cells(e, 2)
	if err != nil {
		return err
	}
	from, to := at[0], at[1]
	if t.Pieces[from] == game.NoPiece {
		return fmt.Errorf("nobody stands on %s", t.Name(from))
	}
	if from == to {
		return nil
	}
	t.Pieces[to], t.keys.Piece[to], t.Vanished[to] = t.Pieces[from], t.keys.Piece[from], false
	t.Pieces[from] = game.NoPiece
	return nil
}

func (t *table) vanish(e DraftEdit) error {
	at, err := t.cells(e, 1)
	if err != nil {
		return err
	}
	if !t.game.SetupOptions(t.Setup).Vanished {
		return fmt.Errorf("no cell vanishes in %s", t.game.Title())
	}
	t.Vanished[at[0]] = !t.Vanished[at[0]]
	t.Pieces[at[0]] = game.NoPiece
	return nil
}

// turn gives the move to a side. En passant goes with the turn that it was for.
func (t *table) turn(e DraftEdit) error {
	color := slices.Index([]string{"white", "black"}, e.Text)
	if color < 0 {
		return fmt.Errorf("no side %.20q: there are white and black", e.Text)
	}
	if t.Turn != game.Color(color) {
		t.Turn, t.EnPassant.Text = game.Color(color), "-"
	}
	return nil
}

func (t *table) rights(e DraftEdit) error {
	given := ""
	for _, r := range t.game.SetupOptions(t.Setup).Rights {
		if strings.IndexByte(e.Text, r.Letter) >= 0 {
			given += string(r.Letter)
		}
	}
	if len(given) != len(e.Text) {
		return fmt.Errorf("unknown rights %.20q in %s", e.Text, t.game.Title())
	}
	if t.Rights.Text = given; given == "" {
		t.Rights.Text = "-"
	}
	return nil
}

func (t *table) pass(e DraftEdit) error {
	if len(e.Cells) == 0 {
		t.EnPassant.Text = "-"
		return nil
	}
	at, err := t.cells(e, 1)
	if err != nil {
		return err
	}
	if len(t.game.SetupOptions(t.Setup).Rights) == 0 {
		return fmt.Errorf("there is no en passant in %s", t.game.Title())
	}
	t.EnPassant.Text = t.Name(at[0])
	return nil
}

func (t *table) counts(e DraftEdit) error {
	if len(e.Numbers) != 2 || e.Numbers[0] < 0 || e.Numbers[0] > game.MaxCount || e.Numbers[1] < 1 || e.Numbers[1] > game.MaxCount {
		return fmt.Errorf("the counters %v: expected halfmoves from 0 to %[2]d, and the number of a move from 1 to %[2]d", e.Numbers, game.MaxCount)
	}
	t.Halfmoves, t.Fullmove = e.Numbers[0], e.Numbers[1]
	return nil
}

// variant goes over to another game. Where its board is another, the game begins
// at its start.
func (t *table) variant(e DraftEdit) error {
	next, err := t.drafter(e.Text)
	if err != nil {
		return err
	}
	old, keys := t.View, t.keys
	d, unread := next.ParseSetup(t.String())
	if len(unread) > 0 {
		d, unread = next.ParseSetup(next.Start().String())
	}
	if len(unread) > 0 {
		return errors.New("the game cannot read its own start")
	}
	t.game, t.Setup = next, d
	t.rekey(old, keys)
	return nil
}
