package notation

import (
	"strconv"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// Language are the sentences that tell what a move does, by what happens. In
// braces stand the words that are filled in: {piece} and {taken} are names from
// Pieces, {side} and {enemy} from Sides, {from}, {at}, {line} coordinates, and
// so on. A language is a value of this type.
type Language struct {
	Pieces [7]string // by game.PieceType
	Colors [2]string // "white" and "black", by game.Color
	Names  [2]string // the players, by game.Color

	Moves, Takes, TakesPassing            string
	Castles                               string
	Expelled, Drops, DropsExpelling       string
	Becomes, BecomesNothing               string
	DropCheck, Vanishes                   string
	RankGoes, FileGoes                    string
	Promotes, Promoting                   string
	Check, Checkmate, KingGone, Stalemate string
}

// English tells moves in English.
var English = Language{
	Pieces: [7]string{"nothing", "king", "queen", "rook", "bishop", "knight", "pawn"},
	Colors: [2]string{"white", "black"},
	Names:  [2]string{"White", "Black"},

	Moves:          "The {side} {man} goes from {from} to {at}.",
	Takes:          "The {side} {man} goes from {from} to {at} and takes the {taken} there.",
	TakesPassing:   "The {side} {man} goes from {from} to {at} and captures the {taken} on {where} en passant.",
	Castles:        "{name} castles: the king goes from {from} to {at}, the rook from {rook} to {beside}.",
	Expelled:       "The {side} {man} on {at} is thrown off the board.",
	Drops:          "The {side} {man} drops on {at} as a {into}.",
	DropsExpelling: "The {side} {man} drops on {at} as a {into} and throws the {victim} there off the board.",
	Becomes:        "On {at} the {side} {man} becomes a {into}.",
	BecomesNothing: "On {at} the {side} {man} vanishes.",
	DropCheck:      "The {side} {man} on {from} now attacks the king on {at}: a drop check, which does not count this turn.",
	Vanishes:       "The square {from} vanishes.",
	RankGoes:       "Rank {line} is empty and disappears.",
	FileGoes:       "File {line} is empty and disappears.",
	Promotes:       "The {side} pawn on {at} becomes a {into}.",
	Promoting:      "The {side} pawn on {at} becomes what {mover} chooses.",
	Check:          "{rival} is in check.",
	Checkmate:      "{rival} is checkmated.",
	KingGone:       "{rival} has lost the last king.",
	Stalemate:      "{rival} has no legal move.",
}

// Narrate tells in English sentences what a legal move does; see
// Phrases.Narrate.
func Narrate(p game.Position, m game.Move) []string { return English.Narrate(p, m) }

// Narrate tells what a legal move does, one sentence for each event: who goes
// where, what is taken, dropped or changed, what disappears, and what that
// means for the enemy king. Coordinates are those before the move, save those
// of pawns that promote, which are those after it.
func (l *Language) Narrate(p game.Position, m game.Move) []string {
	t := l.teller(p)
	t.tellAll(p.Effects(m))
	t.ending(p, m)
	return t.out
}

// NarrateRoute is Narrate before it is chosen what the pawns become that a legal
// move promotes: it tells what is the same for every choice.
func (l *Language) NarrateRoute(p game.Position, m game.Move) []string {
	t := l.teller(p)
	t.open = true
	t.tellAll(p.Effects(m))
	return t.out
}

func (l *Language) teller(p game.Position) *teller {
	return &teller{l: l, board: p.View().Board, mover: p.Turn()}
}

// teller turns effects into sentences.
type teller struct {
	l     *Language
	board *geom.Board
	mover game.Color
	drop  game.Piece // that was dropped last
	open  bool       // promotions are not chosen yet
	out   []string
}

// say fills a phrase in: pairs of a name and its value.
func (t *teller) say(phrase string, pairs ...string) {
	for i := 0; i < len(pairs); i += 2 {
		pairs[i] = "{" + pairs[i] + "}"
	}
	t.out = append(t.out, strings.NewReplacer(pairs...).Replace(phrase))
}

func (t *teller) name(q game.Square) string     { return t.board.Name(int(q)) }
func (t *teller) pieceType(m game.Piece) string { return t.l.Pieces[m.Type()] }
func (t *teller) color(m game.Piece) string     { return t.l.Colors[m.Color()] }
func (t *teller) colored(m game.Piece) string   { return t.color(m) + " " + t.pieceType(m) }
func next(effects []game.Effect, i int) game.Effect {
	if i < len(effects) {
		return effects[i]
	}
	return game.Effect{Kind: game.EffectKind(255)}
}

func (t *teller) tellAll(effects []game.Effect) {
	for len(effects) > 0 {
		effects = effects[t.tell(effects):]
	}
}

// tell says what the first of the effects does, together with the next where
// they belong together, and returns how many it has told.
func (t *teller) tell(effects []game.Effect) int {
	e, after := effects[0], next(effects, 1)
	if e.Kind == game.DropCheck {
		e.Piece = t.drop
	}
	for _, drop := range [2]game.Effect{e, after} {
		if drop.Kind == game.Drop {
			t.drop = drop.Into
		}
	}
	words := []string{"side", t.color(e.Piece), "man", t.pieceType(e.Piece), "from", t.name(e.From), "at", t.name(e.To), "into", t.pieceType(e.Into)}
	switch e.Kind {
	case game.Slide:
		return t.slide(e, after, words)
	case game.Capture: // before its taker moves, if rules order them so
		if after.Kind == game.Slide {
			return t.slide(after, e, []string{"side", t.color(after.Piece), "man", t.pieceType(after.Piece), "from", t.name(after.From), "at", t.name(after.To)})
		}
	case game.Expel:
		if after.Kind == game.Drop && after.To == e.To {
			t.say(t.l.DropsExpelling, "side", t.color(after.Piece), "man", t.pieceType(after.Piece), "at", t.name(after.To), "into", t.pieceType(after.Into), "victim", t.colored(e.Piece))
			return 2
		}
		t.say(t.l.Expelled, words...)
	case game.Drop:
		t.say(t.l.Drops, words...)
	case game.Demote:
		if e.Into == game.NoPiece {
			t.say(t.l.BecomesNothing, words...)
		} else {
			t.say(t.l.Becomes, words...)
		}
	case game.DropCheck:
		t.say(t.l.DropCheck, words...)
	case game.Vanish:
		t.say(t.l.Vanishes, words...)
	case game.CollapseRank:
		t.say(t.l.RankGoes, "line", strconv.Itoa(e.Index+1))
	case game.CollapseFile:
		t.say(t.l.FileGoes, "line", geom.FileName(e.Index))
	case game.Promote:
		if t.open {
			t.say(t.l.Promoting, append(words, "mover", t.l.Names[t.mover])...)
		} else {
			t.say(t.l.Promotes, words...)
		}
	}
	return 1
}

// slide tells a move together with the capture or the second half of castling.
func (t *teller) slide(e, after game.Effect, words []string) int {
	switch {
	case after.Kind == game.Capture && after.To == e.To:
		t.say(t.l.Takes, append(words, "taken", t.pieceType(after.Piece))...)
	case after.Kind == game.Capture:
		t.say(t.l.TakesPassing, append(words, "taken", t.pieceType(after.Piece), "where", t.name(after.To))...)
	case after.Kind == game.Slide:
		t.say(t.l.Castles, append(words, "name", t.l.Names[t.mover], "rook", t.name(after.From), "beside", t.name(after.To))...)
	default:
		t.say(t.l.Moves, words...)
		return 1
	}
	return 2
}

// ending tells what the move means for the opponent.
func (t *teller) ending(p game.Position, m game.Move) {
	p.Make(m)
	defer p.Unmake()
	rival := t.l.Names[t.mover.Other()]
	result, over := p.Terminal()
	stuck := p.LegalCount() == 0
	switch {
	case over && result == game.WDLLoss:
		t.say(t.l.KingGone, "rival", rival)
	case stuck && p.InCheck():
		t.say(t.l.Checkmate, "rival", rival)
	case stuck:
		t.say(t.l.Stalemate, "rival", rival)
	case p.InCheck():
		t.say(t.l.Check, "rival", rival)
	}
}
