package reports

import (
	"slices"
	"unicode/utf8"

	"github.com/wane-chess/wane/internal/live/livegame"
)

var errNoMessage = &livegame.Error{Code: livegame.NotAllowed, Message: "There is no such message of this player."}

// check returns what is wrong with a report, as an error for the reporter.
func check(from, about string, d Draft) error {
	refuse := func(text string) error { return &livegame.Error{Code: livegame.NotAllowed, Message: text} }
	switch {
	case from == about:
		return refuse("You cannot report yourself.")
	case !slices.Contains(Reasons, d.Reason):
		return refuse("Choose a reason for the report.")
	case !utf8.ValidString(d.Text) || utf8.RuneCountInString(d.Text) > MaxText:
		return refuse("The text of a report has at most 500 characters.")
	case d.Reason == Other && d.Text == "":
		return refuse("Say in a few words what is wrong.")
	case d.Seq < 0 || d.Seq > 0 && d.Game == "":
		return errNoMessage
	}
	return nil
}
