package notation

import (
	"strconv"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// Language holds the sentences that describe moves, by what happens. Words in braces
// are filled in: {piece}, {captured} and {into} from Pieces, {color} from Colors,
// {name}, {rival} and {mover} from Names, {victim} from Colors and Pieces; {from},
// {at}, {where}, {rook}, {beside} and {line} are coordinates. What an empty sentence
// describes is narrated as "".
type Language struct {
	Pieces [7]string // by game.PieceType
	Colors [2]string // "white" and "black", by game.Color
	Names  [2]string // the players, by game.Color

	Moves, Captures, CapturesEnPassant string
	Castles                            string
	Expelled, Drops, DropsExpelling    string
	Becomes, BecomesNothing            string
	DropCheck, Vanishes                string
	RankCollapses, FileCollapses       string
	Promotes, Promoting                string
	RoyalSquare                        string // an enemy stands on one
	Check, Checkmate, KingLost         string
	Stalemate, StalemateLoses          string // with a draw, and with a loss for {rival}
}

// English describes moves in English.
var English = Language{
	Pieces: [7]string{"nothing", "king", "queen", "rook", "bishop", "knight", "pawn"},
	Colors: [2]string{"white", "black"},
	Names:  [2]string{"White", "Black"},

	Moves:             "The {color} {piece} goes from {from} to {at}.",
	Captures:          "The {color} {piece} goes from {from} to {at} and captures the {captured} there.",
	CapturesEnPassant: "The {color} {piece} goes from {from} to {at} and captures the {captured} on {where} en passant.",
	Castles:           "{name} castles: the king goes from {from} to {at}, the rook from {rook} to {beside}.",
	Expelled:          "The {color} {piece} on {at} leaves the board.",
	Drops:             "The {color} {piece} drops on {at} as a {into}.",
	DropsExpelling:    "The {color} {piece} drops on {at} as a {into}, and the {victim} there leaves the board.",
	Becomes:           "On {at} the {color} {piece} becomes a {into}.",
	BecomesNothing:    "On {at} the {color} {piece} vanishes.",
	DropCheck: "The {color} {piece} on {from} now attacks the king on {at}: " +
		"a drop check, which does not count this turn.",
	Vanishes:       "The square {from} vanishes.",
	RankCollapses:  "Rank {line} is empty and disappears.",
	FileCollapses:  "File {line} is empty and disappears.",
	Promotes:       "The {color} pawn on {at} becomes a {into}.",
	Promoting:      "The {color} pawn on {at} becomes what {mover} chooses.",
	RoyalSquare:    "The {color} {piece} stands on {rival}'s royal square: check.",
	Check:          "{rival} is in check.",
	Checkmate:      "{rival} is checkmated.",
	KingLost:       "{rival} has lost the last king.",
	Stalemate:      "{rival} has no legal move: stalemate, a draw.",
	StalemateLoses: "{rival} has no legal move: stalemate, a loss for {rival}.",
}

// Narrate describes a legal move in English; see Language.Narrate.
func Narrate(p game.Position, m game.Move) []string { return English.Narrate(p, m) }

// Narrate says what a legal move does, one sentence for each event: the move, what is
// captured, dropped or changed, what disappears, and what it means for the enemy king.
// Coordinates are those before the move, except those of promoting pawns, which are
// those after it. It returns nil for an illegal move.
func (l *Language) Narrate(p game.Position, m game.Move) []string {
	if !game.IsLegal(p, m) {
		return nil
	}
	t := l.narrator(p)
	t.all(p.Effects(m))
	t.ending(p, m)
	return t.out
}

// NarrateRoute is Narrate before the promotions of the move are chosen: it says what is
// the same for every choice.
func (l *Language) NarrateRoute(p game.Position, m game.Move) []string {
	t := l.narrator(p)
	t.open = true
	t.all(p.Effects(m))
	return t.out
}

func (l *Language) narrator(p game.Position) *narrator {
	return &narrator{l: l, board: p.View().Board, mover: p.Turn()}
}

// narrator turns effects into sentences.
type narrator struct {
	l     *Language
	board *geom.Board
	mover game.Color
	drop  game.Piece // that was dropped last
	open  bool       // promotions are not chosen yet
	out   []string
}

// say adds a sentence with its words filled in, given as pairs of name and value.
func (t *narrator) say(phrase string, pairs ...string) {
	for i := 0; i < len(pairs); i += 2 {
		pairs[i] = "{" + pairs[i] + "}"
	}
	t.out = append(t.out, strings.NewReplacer(pairs...).Replace(phrase))
}

func (t *narrator) name(q game.Square) string      { return t.board.Name(int(q)) }
func (t *narrator) pieceType(pc game.Piece) string { return t.l.Pieces[pc.Type()] }
func (t *narrator) color(pc game.Piece) string     { return t.l.Colors[pc.Color()] }
func (t *narrator) colored(pc game.Piece) string   { return t.color(pc) + " " + t.pieceType(pc) }

// at returns the effect with an index, or one of no kind.
func at(effects []game.Effect, i int) game.Effect {
	if i < len(effects) {
		return effects[i]
	}
	return game.Effect{Kind: game.EffectKind(255)}
}

func (t *narrator) all(effects []game.Effect) {
	for len(effects) > 0 {
		effects = effects[t.next(effects):]
	}
}

// next describes the first of the effects, with the second if they belong together, and
// returns how many it has described.
func (t *narrator) next(effects []game.Effect) int {
	e, after := effects[0], at(effects, 1)
	if e.Kind == game.DropCheck {
		e.Piece = t.drop
	}
	for _, drop := range [2]game.Effect{e, after} {
		if drop.Kind == game.Drop {
			t.drop = drop.Into
		}
	}
	words := t.words(e)
	switch e.Kind {
	case game.Slide:
		return t.slide(e, after, words)
	case game.Capture: // before the capturing piece moves, if rules order them so
		if after.Kind == game.Slide {
			return t.slide(after, e, t.words(after))
		}
	case game.Expel:
		if after.Kind == game.Drop && after.To == e.To {
			t.say(t.l.DropsExpelling, append(t.words(after), "victim", t.colored(e.Piece))...)
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
		t.say(t.l.RankCollapses, "line", strconv.Itoa(e.Index+1))
	case game.CollapseFile:
		t.say(t.l.FileCollapses, "line", geom.FileName(e.Index))
	case game.Promote:
		if t.open {
			t.say(t.l.Promoting, append(words, "mover", t.l.Names[t.mover])...)
		} else {
			t.say(t.l.Promotes, words...)
		}
	}
	return 1
}

// words are what sentences say of an effect.
func (t *narrator) words(e game.Effect) []string {
	return []string{
		"color", t.color(e.Piece), "piece", t.pieceType(e.Piece), "from", t.name(e.From), "at", t.name(e.To),
		"into", t.pieceType(e.Into),
	}
}

// slide describes a move with its capture or the rook's move of castling.
func (t *narrator) slide(e, after game.Effect, words []string) int {
	switch {
	case after.Kind == game.Capture && after.To == e.To:
		t.say(t.l.Captures, append(words, "captured", t.pieceType(after.Piece))...)
	case after.Kind == game.Capture:
		t.say(t.l.CapturesEnPassant, append(words, "captured", t.pieceType(after.Piece), "where", t.name(after.To))...)
	case after.Kind == game.Slide:
		t.say(t.l.Castles, append(words,
			"name", t.l.Names[t.mover], "rook", t.name(after.From), "beside", t.name(after.To))...)
	default:
		t.say(t.l.Moves, words...)
		return 1
	}
	return 2
}

// ending describes what the move means for the opponent.
func (t *narrator) ending(p game.Position, m game.Move) {
	p.Make(m)
	defer p.Unmake()
	rival := t.l.Names[t.mover.Other()]
	result, over := p.Terminal()
	stuck := p.LegalCount() == 0
	intruders := t.intruders(p, rival)
	switch {
	case over && result == game.WDLLoss:
		t.say(t.l.KingLost, "rival", rival)
	case stuck && p.InCheck():
		t.say(t.l.Checkmate, "rival", rival)
	case stuck && p.Stalemate() == game.WDLLoss:
		t.say(t.l.StalemateLoses, "rival", rival)
	case stuck:
		t.say(t.l.Stalemate, "rival", rival)
	case p.InCheck() && !intruders:
		t.say(t.l.Check, "rival", rival)
	}
}

// intruders describes the checks from royal squares. It reports whether there are no
// others.
func (t *narrator) intruders(p game.Position, rival string) bool {
	v := p.View()
	checkers := p.Checkers()
	n := 0
	for _, sq := range checkers {
		if v.IsRoyal(sq, p.Turn()) {
			piece := v.Pieces[sq]
			t.say(t.l.RoyalSquare,
				"color", t.color(piece), "piece", t.pieceType(piece), "at", t.name(sq), "rival", rival)
			n++
		}
	}
	return n > 0 && n == len(checkers)
}
