package sharedstudy

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/publictext"
)

// merge returns what a text becomes that is now, if an edit has made text of was. Neither what is
// there nor what was typed gets lost.
func merge(now string, e TextEdit) string {
	switch {
	case now == e.Was, now == "":
		return e.Text
	case e.Text == e.Was, e.Text == "", strings.Contains(lines(now), lines(e.Text)):
		return now
	case strings.Contains(lines(e.Text), lines(now)):
		return e.Text
	case e.Was != "" && strings.Count(lines(now), lines(e.Was)) == 1: // others have written above it or below it
		return clean(strings.Replace(lines(now), lines(e.Was), lines(e.Text), 1))
	}
	return now + "\n" + e.Text
}

// lines returns a text between line breaks, so that searches find whole lines.
func lines(text string) string { return "\n" + text + "\n" }

// clean returns a text of several lines without what cannot be seen.
func clean(text string) string {
	lines := strings.Split(strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\r\n", "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRightFunc(strings.Map(func(r rune) rune {
			switch {
			case r == '\t' || unicode.IsSpace(r):
				return ' '
			case !unicode.IsPrint(r) && r != '\u200d': // joins emoji
				return -1
			}
			return r
		}, line), unicode.IsSpace)
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n ")
}

// checkText returns a text of several lines as it is stored.
func checkText(what, text string, most int) (string, error) {
	text = clean(text)
	if n := utf8.RuneCountInString(text); n > most {
		return "", livegame.Refuse("%s has %d characters; up to %d are allowed.", what, n, most)
	}
	return text, nil
}

// checkName returns a name as it is stored, on one line.
func checkName(what, name string) (string, error) {
	name = publictext.Clean(name)
	if n := utf8.RuneCountInString(name); n == 0 || n > maxName {
		return "", livegame.Refuse("%s has %d characters; 1 to %d are allowed.", what, n, maxName)
	}
	return name, nil
}

// checkTopics returns topics as they are stored: in lower case, each once.
func checkTopics(topics []string) ([]string, error) {
	var out []string
	for _, t := range topics {
		t = strings.ToLower(publictext.Clean(t))
		if n := utf8.RuneCountInString(t); n == 0 || n > maxTopic {
			return nil, livegame.Refuse("A topic has %d characters; 1 to %d are allowed.", n, maxTopic)
		}
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	if len(out) > MaxTopics {
		return nil, livegame.Refuse("A study has at most %d topics.", MaxTopics)
	}
	return out, nil
}

// Check returns the settings as they are stored, or what is wrong with them as a *livegame.Error.
func (s Settings) Check() (Settings, error) {
	var err error
	if s.Name, err = checkName("The name of the study", s.Name); err != nil {
		return s, err
	}
	if s.Description, err = checkText("The description", s.Description, 4*maxDescription); err != nil {
		return s, err
	}
	if s.Topics, err = checkTopics(s.Topics); err != nil {
		return s, err
	}
	switch s.Visibility {
	case Private, Unlisted, Public:
	default:
		return s, livegame.Refuse("There is no visibility %q: expected private, unlisted or public.", s.Visibility)
	}
	switch s.Comments {
	case Everyone, Members, Closed:
	default:
		return s, livegame.Refuse("Comments are by everyone, members or none, not by %q.", s.Comments)
	}
	return s, nil
}
