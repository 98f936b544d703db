package moderation

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/wane-chess/wane/internal/server/chat"
	"github.com/wane-chess/wane/internal/server/livegame"
)

var errNoMessage = &livegame.Error{Code: livegame.NotAllowed, Message: "There is no such message of this player."}

// check returns what is wrong with a report, as an error for the reporter.
func check(from, about string, d *NewReport) error {
	refuse := func(text string) error { return &livegame.Error{Code: livegame.NotAllowed, Message: text} }
	switch {
	case from == about:
		return refuse("You cannot report yourself.")
	case !slices.Contains(reasons, d.Reason):
		return refuse("Choose a reason for the report.")
	case !utf8.ValidString(d.Text) || utf8.RuneCountInString(d.Text) > maxText:
		return refuse("The text of a report has at most 500 characters.")
	case d.Reason == Other && d.Text == "":
		return refuse("Say in a few words what is wrong.")
	case d.Seq < 0 || d.Seq > 0 && d.Place == "":
		return errNoMessage
	}
	return nil
}

// Message is one of the chat, or a page, as it is stored with a report.
type Message struct {
	ReportMessage
	At time.Time `json:"at"`
}

// report stores what an account says about another. Errors are those for users, of a place that there is not, or of
// the database.
func (s *Service) report(ctx context.Context, from, about string, d NewReport) error {
	d.Text = strings.TrimSpace(d.Text)
	if err := check(from, about, &d); err != nil {
		return err
	}
	var messages []Message
	if d.Place != "" {
		var err error
		if messages, err = s.messages(ctx, from, about, &d); err != nil {
			return err
		}
	}
	now := s.o.Now()
	if d.Page != "" {
		messages = append(messages, Message{ReportMessage{Reported: true, Page: d.Page}, now.UTC()})
	}
	return s.add(ctx, from, about, &d, now, messages)
}

// messages copies what the reporter could read: around a message, or the last of the reported account.
func (s *Service) messages(ctx context.Context, from, about string, d *NewReport) ([]Message, error) {
	r := chat.Reader{ID: from, Account: true}
	rooms, err := s.o.Chat.Readable(ctx, d.Place, r)
	if err != nil {
		return nil, err
	}
	if d.Seq > 0 {
		if !slices.Contains(rooms, d.Room) {
			return nil, errNoMessage
		}
		list, err := s.o.Chat.Written(ctx, d.Place, r, d.Room, max(0, d.Seq-1-before), chat.MaxMessages)
		if err != nil {
			return nil, err
		}
		list = slices.DeleteFunc(list, func(m chat.Message) bool { return m.Seq > d.Seq+behind })
		if !slices.ContainsFunc(list, func(m chat.Message) bool { return m.Seq == d.Seq && m.Author == about }) {
			return nil, errNoMessage
		}
		return copies(list, about, d.Seq), nil
	}
	var all []Message
	for _, room := range rooms {
		list, err := s.o.Chat.Written(ctx, d.Place, r, room, 0, chat.Recent)
		if err != nil {
			return nil, err
		}
		theirs := slices.DeleteFunc(list, func(m chat.Message) bool { return m.Author != about })
		all = append(all, copies(theirs[max(0, len(theirs)-before-behind):], about, 0)...)
	}
	return all, nil
}

func copies(list []chat.Message, about string, seq int) []Message {
	out := make([]Message, len(list))
	for i, m := range list {
		out[i] = Message{ReportMessage{
			Room: m.Room, Seq: m.Seq, Person: m.Person, Preset: m.Preset, Text: m.Text, Theirs: m.Author == about,
			Reported: m.Seq == seq,
		}, m.At.UTC()}
	}
	return out
}
