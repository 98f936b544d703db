package editor

import (
	"errors"
	"slices"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/internal/message"
)

// edits by name; DraftEdit describes them.
var edits = map[string]func(*table, DraftEdit) error{
	"fen": func(t *table, e DraftEdit) error {
		if len(e.Text) > maxText {
			return message.Errorf("the text has %d bytes, expected at most %d", len(e.Text), maxText)
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
	"put":        (*table).put,
	"remove":     (*table).remove,
	"move":       (*table).move,
	"vanish":     (*table).vanish,
	"size":       (*table).size,
	"close":      (*table).close,
	"turn":       (*table).turn,
	"rights":     (*table).rights,
	"en-passant": (*table).setEnPassant,
	"counts":     (*table).counts,
	"swap":       (*table).swap,
	"variant":    (*table).variant,
}

// editNames is for errors.
const editNames = "fen, start, clear, put, remove, move, vanish, size, close, " +
	"turn, rights, en-passant, counts, swap and variant"

// maxText is the most bytes of a FEN to read.
const maxText = 400

// reset sets the fields other than the board as at the start of a game.
func (t *table) reset() {
	t.Turn, t.Rights.Text, t.EnPassant.Text, t.Halfmoves, t.Fullmove = game.White, "-", "-", 0, 1
}

// squares returns the squares of an edit, which must have n.
func (t *table) squares(e DraftEdit, n int) ([2]game.Square, error) {
	var out [2]game.Square
	if len(e.Squares) != n {
		return out, message.Errorf("the edit %s has %d squares, expected %d", e.Do, len(e.Squares), n)
	}
	for i, key := range e.Squares {
		sq := slices.IndexFunc(t.Board.Squares, func(sq geom.Square) bool { return int(t.keys.Square[sq.ID]) == key })
		if sq < 0 {
			return out, message.Errorf("no square has the key %d", key)
		}
		out[i] = game.Square(t.Board.Squares[sq].ID)
	}
	return out, nil
}

func (t *table) put(e DraftEdit) error {
	at, err := t.squares(e, 1)
	if err != nil {
		return err
	}
	if len(e.Piece) != 1 || game.PieceOf(e.Piece[0]) == game.NoPiece {
		return message.Errorf("unknown piece %.4q: expected one of KQRBNPkqrbnp", e.Piece)
	}
	t.Pieces[at[0]], t.Vanished[at[0]] = game.PieceOf(e.Piece[0]), false
	t.keys.Piece[at[0]] = t.fresh()
	return nil
}

func (t *table) remove(e DraftEdit) error {
	at, err := t.squares(e, 1)
	if err == nil {
		t.Pieces[at[0]], t.Vanished[at[0]] = game.NoPiece, false
	}
	return err
}

func (t *table) move(e DraftEdit) error {
	at, err := t.squares(e, 2)
	if err != nil {
		return err
	}
	from, to := at[0], at[1]
	if t.Pieces[from] == game.NoPiece {
		return message.Errorf("there is no piece on %s", t.Name(from))
	}
	if from == to {
		return nil
	}
	t.Pieces[to], t.keys.Piece[to], t.Vanished[to] = t.Pieces[from], t.keys.Piece[from], false
	t.Pieces[from] = game.NoPiece
	return nil
}

func (t *table) vanish(e DraftEdit) error {
	at, err := t.squares(e, 1)
	if err != nil {
		return err
	}
	if !t.game.SetupOptions(t.Setup).Vanished {
		return message.Errorf("squares do not vanish in %s", t.game.Title())
	}
	t.Vanished[at[0]] = !t.Vanished[at[0]]
	t.Pieces[at[0]] = game.NoPiece
	return nil
}

// turn sets the side to move. En passant belongs to the turn and goes with it.
func (t *table) turn(e DraftEdit) error {
	color := slices.Index([]string{"white", "black"}, e.Text)
	if color < 0 {
		return message.Errorf("unknown color %.20q: expected white or black", e.Text)
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
		return message.Errorf("unknown rights %.20q in %s", e.Text, t.game.Title())
	}
	if t.Rights.Text = given; given == "" {
		t.Rights.Text = "-"
	}
	return nil
}

func (t *table) setEnPassant(e DraftEdit) error {
	if len(e.Squares) == 0 {
		t.EnPassant.Text = "-"
		return nil
	}
	at, err := t.squares(e, 1)
	if err != nil {
		return err
	}
	if len(t.game.SetupOptions(t.Setup).Rights) == 0 {
		return message.Errorf("there is no en passant in %s", t.game.Title())
	}
	t.EnPassant.Text = t.Name(at[0])
	return nil
}

func (t *table) counts(e DraftEdit) error {
	if len(e.Numbers) != 2 || e.Numbers[0] < 0 || e.Numbers[0] > rulekit.MaxCount ||
		e.Numbers[1] < 1 || e.Numbers[1] > rulekit.MaxCount {
		return message.Errorf("the counts are %v, expected halfmoves (0–%[2]d) and a move number (1–%[2]d)",
			e.Numbers, rulekit.MaxCount)
	}
	t.Halfmoves, t.Fullmove = e.Numbers[0], e.Numbers[1]
	return nil
}

// variant changes the game. If its board is another, the draft becomes its start.
func (t *table) variant(e DraftEdit) error {
	next, err := t.parser(e.Text)
	if err != nil {
		return err
	}
	old, keys := t.View, t.keys
	d, unread := next.ParseSetup(t.String())
	if len(unread) > 0 {
		d, unread = next.ParseSetup(next.Start().String())
	}
	if len(unread) > 0 {
		return errors.New("the game cannot parse its own start position")
	}
	t.game, t.Setup = next, d
	t.rekey(old, keys)
	return nil
}

// swap changes the color of every piece and mirrors the board, with the vanished squares,
// the turn, the rights and en passant.
func (t *table) swap(DraftEdit) error {
	old, keys := t.View, t.keys
	t.Pieces, t.Vanished, t.Turn = [128]game.Piece{}, [128]bool{}, old.Turn.Other()
	for i := range old.Board.Squares {
		sq := &old.Board.Squares[i]
		to := across(old.Board, sq).ID
		t.Vanished[to] = old.Vanished[sq.ID]
		if pc := old.Pieces[sq.ID]; pc != game.NoPiece {
			t.Pieces[to], t.keys.Piece[to] = pc.Type().Of(pc.Color().Other()), keys.Piece[sq.ID]
		}
	}
	if sq := t.Board.SquareByName(t.EnPassant.Text); sq != nil {
		t.EnPassant.Text = across(t.Board, sq).Name
	}
	otherCase := func(letter rune) rune { return letter ^ 0x20 }
	return t.rights(DraftEdit{Text: strings.Map(otherCase, strings.Trim(t.Rights.Text, "-"))})
}

// across returns the square opposite a square, as the other color sees it.
func across(b *geom.Board, sq *geom.Square) *geom.Square {
	lo, hi := b.Bounds()
	return b.At(geom.Point{X: sq.Center.X, Y: lo.Y + hi.Y - sq.Center.Y})
}
