package livegame

import (
	"unicode"
	"unicode/utf8"

	"github.com/wane-chess/wane/game"
)

// Limits of texts.
const (
	MaxName      = 40  // characters of a player's name
	MaxGuest     = 128 // bytes of a guest's ID
	MaxFEN       = 200 // bytes
	MaxVariant   = 40  // bytes
	MaxMoveText  = 40  // bytes of a move in a command
	MaxCommandID = 200 // bytes
	// MaxCloseWords is how many characters an operator may say about a closed game.
	MaxCloseWords = 200
	MaxLevel      = 8 // of engines
	MaxRating     = 9999
	MaxPlace      = 40 // bytes of Player.Place
)

// checkHeader checks a header. It returns it normalized, with the first position.
func checkHeader(h Header, find Lookup) (Header, game.Position, error) {
	fail := func(format string, args ...any) (Header, game.Position, error) {
		return h, nil, errorf(NotAllowed, format, args...)
	}
	if len(h.Variant) > MaxVariant {
		return fail("The name of a variant has at most %d characters.", MaxVariant)
	}
	g, err := find(h.Variant)
	if err != nil {
		return fail("%v.", err)
	}
	h.Variant = g.Name()
	p, err := startOf(g, h.FEN)
	if err != nil {
		return h, nil, err
	}
	if h.FEN != "" {
		if h.FEN = p.String(); h.FEN == g.Start().String() {
			h.FEN = ""
		}
	}
	if err := h.TimeControl.Check(); err != nil {
		return h, nil, err
	}
	if h.Seats[0].Engine() && h.Seats[1].Engine() {
		return fail("At least one seat must be for a person.")
	}
	for _, player := range h.Seats {
		if err := checkPlayer(player); err != nil {
			return h, nil, err
		}
	}
	if err := checkRated(h); err != nil {
		return h, nil, err
	}
	if err := checkRange(h); err != nil {
		return h, nil, err
	}
	if len(h.Creator) > MaxGuest {
		return fail("The creator's identity is too long.")
	}
	if h.MayBerserk && (h.Tournament == "" || !h.TimeControl.RealTime()) {
		return fail("Players halve their time only in tournaments with a clock.")
	}
	if h.Tournament != "" && !h.Tournament.Valid() {
		return fail("The ID of a tournament has 1 to %d letters, digits, hyphens and underscores.", maxID)
	}
	if h.Rules, err = ParseRules(string(h.Rules)); err != nil {
		return h, nil, err
	}
	h.Created = ToMillis(h.Created)
	return h, p, nil
}

// startOf returns the position from which a game starts.
func startOf(g game.Game, fen string) (game.Position, error) {
	if fen == "" {
		return g.Start(), nil
	}
	if len(fen) > MaxFEN {
		return nil, errorf(NotAllowed, "The text of a position has at most %d characters.", MaxFEN)
	}
	p, err := g.Parse(fen)
	if err != nil {
		return nil, errorf(NotAllowed, "%s cannot start from this position: %v.", g.Title(), err)
	}
	if o := p.Outcome(); o.Over() {
		return nil, errorf(NotAllowed, "A game cannot start from a position where it is over (%v).", o)
	}
	return p, nil
}

// checkRated checks that a game may be rated, if it shall be.
func checkRated(h Header) error {
	if !h.Rated {
		return nil
	}
	switch {
	case h.Casual:
		return errorf(NotAllowed, "A rated game has no takebacks.")
	case h.FEN != "":
		return errorf(NotAllowed, "A rated game starts from the variant's start position.")
	case h.TimeControl == TimeControl{}:
		return errorf(NotAllowed, "A rated game needs a clock, or days for each move.")
	case h.Seats[0].Guest != "" && h.Seats[0].Guest == h.Seats[1].Guest:
		return errorf(NotAllowed, "A rated game needs two players.")
	}
	for _, p := range h.Seats {
		if p.Guest != "" && !p.Account && !p.Forgotten() {
			return errorf(NotAllowed, "A rated game is for players with an account: sign in to play it.")
		}
	}
	return nil
}

// checkRange checks for which opponents a game is.
func checkRange(h Header) error {
	switch low, high := h.RatingMin, h.RatingMax; {
	case low < 0 || low > MaxRating || high < 0 || high > MaxRating:
		return errorf(NotAllowed, "The range of ratings must be within 0 and %d.", MaxRating)
	case high > 0 && low > high:
		return errorf(NotAllowed, "The lower end of the range of ratings, %d, is above the upper end, %d.", low, high)
	case (low > 0 || high > 0 || h.Pairing) && !h.Public:
		return errorf(NotAllowed, "Only a game that anyone may join has a range of ratings.")
	}
	return nil
}

// checkPlayer checks a player, who may be empty.
func checkPlayer(p Player) error {
	switch {
	case p.Level < 0 || p.Level > MaxLevel:
		return errorf(NotAllowed, "The engine's level must be between 1 and %d.", MaxLevel)
	case p.Engine() && p.Guest != "":
		return errorf(NotAllowed, "A seat is either for a person or for the engine.")
	case p.Account && p.Guest == "", p.Bot && !p.Account:
		return errorf(NotAllowed, "Only a person or a bot has an account.")
	case p.Rating < 0 || p.Rating > MaxRating || len(p.Place) > MaxPlace:
		return errorf(NotAllowed, "The player's rating is out of range.")
	case len(p.Guest) > MaxGuest:
		return errorf(NotAllowed, "The player's identity is too long.")
	case utf8.RuneCountInString(p.Name) > MaxName:
		return errorf(NotAllowed, "A name has at most %d characters.", MaxName)
	case !utf8.ValidString(p.Name):
		return errorf(NotAllowed, "The name is not valid text.")
	}
	for _, r := range p.Name {
		if !unicode.IsPrint(r) {
			return errorf(NotAllowed, "The name has a character that cannot be displayed.")
		}
	}
	return nil
}
