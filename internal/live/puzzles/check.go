package puzzles

import (
	"slices"
	"unicode/utf8"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/publictext"
)

// errLong says that a proof took too long.
var errLong = &UnsoundError{Text: "the server could not prove this puzzle in 20 seconds"}

var errAttempts = refuse("These are too many attempts at once.")

func refuse(text string) error { return &livegame.Error{Code: livegame.NotAllowed, Message: text} }

func (s *Service) checkQuery(q RunQuery) error {
	if !slices.Contains(Kinds, q.Kind) || q.Variant != Mixed && !s.known(q.Variant) {
		return refuse("There are no such runs.")
	}
	return nil
}

// checkReport returns what is wrong with a report, as an error for the reporter.
func checkReport(r Report) error {
	switch {
	case !slices.Contains(Reasons, r.Reason):
		return refuse("Choose a reason for the report.")
	case !utf8.ValidString(r.Text) || utf8.RuneCountInString(r.Text) > MaxText:
		return refuse("The text of a report has at most 300 characters.")
	case r.Reason == Other && r.Text == "":
		return refuse("Say in a few words what is wrong.")
	}
	return nil
}

// checkNote returns what is wrong with the note of a composer.
func (s *Service) checkNote(by publictext.Author, note string) error {
	switch {
	case utf8.RuneCountInString(note) > MaxText:
		return refuse("The note has at most 300 characters.")
	case note == "":
		return nil
	}
	return publictext.Check(s.o.Now(), by, publictext.PuzzleNote, note)
}
