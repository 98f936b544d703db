package tournament

import (
	"cmp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/publictext"
)

// Limits of tournaments.
const (
	MinDuration = 10 * time.Minute
	MaxDuration = 8 * time.Hour
	MinRounds   = 3
	MaxRounds   = 20
	MinPause    = 5 * time.Second
	MaxPause    = 7 * 24 * time.Hour
	// MinLead and MaxLead are how long before its start a tournament is created.
	MinLead = 10 * time.Second
	MaxLead = 60 * 24 * time.Hour
	// MaxOpen is how many tournaments of an account may be open at a time.
	MaxOpen = 5

	minName, maxName = 2, 40 // characters
	maxDescription   = 400
	maxTurns         = 100 // how often a player joins a tournament or comes back to it
)

// Terms are what is fixed when a tournament is created.
type Terms struct {
	ID          livegame.ID
	System      SystemName
	Name        string
	Description string `json:",omitempty"`
	Variant     string
	Control     livegame.TimeControl
	Rated       bool
	Created     time.Time
	Starts      time.Time     // as planned; see the event Delay
	Duration    time.Duration `json:",omitempty"` // of an arena
	Rounds      int           `json:",omitempty"` // of a Swiss tournament
	Pause       time.Duration `json:",omitempty"` // between two rounds of a Swiss tournament
	Double      bool          `json:",omitempty"` // of a round robin: each pair plays twice
	Berserk     bool          `json:",omitempty"` // of an arena: players may halve their time
	Bots        bool          `json:",omitempty"` // programs may play
	Apart       bool          `json:",omitempty"` // a game between players of one address does not count
	// Password is a hash; see HashPassword. A tournament with one is not listed.
	Password             string `json:",omitempty"`
	RatingMin, RatingMax int    `json:",omitempty"` // of a player; 0: no limit
	// Creator is the account that created it; "": the server, or the account was deleted.
	Creator string `json:"-"`
}

// Private reports whether a password is needed.
func (t *Terms) Private() bool { return t.Password != "" }

// Check returns what is wrong with the terms of a new tournament, as a *livegame.Error. It normalizes
// the variant and texts.
func (t *Terms) Check(find livegame.Lookup, now time.Time) error {
	t.Name, t.Description = strings.Join(strings.Fields(t.Name), " "), strings.TrimSpace(t.Description)
	if err := checkTexts(t.Name, t.Description); err != nil {
		return err
	}
	g, err := find(t.Variant)
	if err != nil {
		return livegame.Refuse("%v.", err)
	}
	t.Variant = g.Name()
	if err := t.Control.Check(); err != nil {
		return err
	}
	switch {
	case !t.ID.Valid():
		return livegame.Refuse("The ID of a tournament has 1 to 64 letters, digits, hyphens and underscores.")
	case t.RatingMin < 0 || t.RatingMax < 0 || t.RatingMin > livegame.MaxRating || t.RatingMax > livegame.MaxRating:
		return livegame.Refuse("The range of ratings must be within 0 and %d.", livegame.MaxRating)
	case t.RatingMax > 0 && t.RatingMin > t.RatingMax:
		return livegame.Refuse("The lower end of the range of ratings, %d, is above the upper end, %d.",
			t.RatingMin, t.RatingMax)
	case t.Starts.Before(now.Add(MinLead - 5*time.Second)): // the request took its time
		return livegame.Refuse("The start must be at least ten seconds from now.")
	case t.Starts.After(now.Add(MaxLead)):
		return livegame.Refuse("The start must be at most %d days from now.", MaxLead/(24*time.Hour))
	}
	if system := t.system(); system != nil {
		return system.Check(t)
	}
	return noSystem(t.System)
}

// checkPublic returns why an author may not show the texts to others.
func (t *Terms) checkPublic(by publictext.Author) error {
	if t.Private() {
		return publictext.Check(t.Created, by, publictext.Unlisted, t.Name, t.Description)
	}
	return cmp.Or(publictext.Check(t.Created, by, publictext.Tournament, t.Name),
		publictext.Check(t.Created, by, publictext.Description, t.Description))
}

func checkTexts(name, description string) error {
	if n := utf8.RuneCountInString(name); n < minName || n > maxName {
		return livegame.Refuse("The name of a tournament has %d to %d characters.", minName, maxName)
	}
	if utf8.RuneCountInString(description) > maxDescription {
		return livegame.Refuse("The description has more than %d characters.", maxDescription)
	}
	if !utf8.ValidString(name + description) {
		return livegame.Refuse("The name or the description is not valid text.")
	}
	for _, r := range name + strings.NewReplacer("\n", "", "\r", "").Replace(description) {
		if !unicode.IsPrint(r) {
			return livegame.Refuse("The name or the description has a character that cannot be displayed.")
		}
	}
	return nil
}
