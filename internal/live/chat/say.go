package chat

import (
	"context"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/wane-chess/wane/internal/live/account"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/publictext"
)

// Post is a message to be written: a preset or a text.
type Post struct {
	Game    livegame.ID
	Room    Room
	Command string // ID of the request
	Preset  string
	Text    string
}

// Say checks and stores a message and returns it with its number. A repeated command returns the
// same message. Errors are *livegame.Error, livegame.ErrNotFound, or the store's.
func (s *Service) Say(ctx context.Context, by Author, p Post) (Message, error) {
	now := s.o.Now()
	if err := check(by, &p, now); err != nil {
		return Message{}, err
	}
	sum, err := s.o.Games.Summary(ctx, p.Game)
	if err != nil {
		return Message{}, err
	}
	if !Reads(&sum, by.Guest, p.Room) || p.Room == Players && (sum.Seats[0].Empty() || sum.Seats[1].Empty()) {
		return Message{}, &livegame.Error{Code: NoRoom, Message: "The game has no such chat for you."}
	}
	m := Message{
		Game: p.Game, Room: p.Room, At: now, Author: by.Guest, Name: by.Name, Preset: p.Preset, Text: p.Text,
		Command: p.Command,
	}
	if by.Account != nil {
		m.Account, m.Bot = true, by.Account.Bot
	}
	m, err = s.store(ctx, m)
	if err == nil && m.Seq == 0 {
		err = &livegame.Error{Code: Full, Message: "This chat has too many messages already."}
	}
	if err != nil {
		return Message{}, err
	}
	s.publish(Place{m.Game, m.Room, m.Seq})
	s.arrived(ctx, Place{m.Game, m.Room, m.Seq})
	return m, nil
}

// ErrMuted is the error of authors whom a moderator has muted.
var ErrMuted = &livegame.Error{Code: Muted, Message: "A moderator has muted you for some time."}

// check checks who writes what, and cleans the text.
func check(by Author, p *Post, now time.Time) error {
	refuse := func(c livegame.Code, text string) error { return &livegame.Error{Code: c, Message: text} }
	may := by.May(now)
	if p.Preset != "" {
		if _, known := PresetText(p.Preset); !known || p.Text != "" {
			return refuse(BadText, "There is no such preset.")
		}
	} else if p.Text = publictext.Clean(p.Text); p.Text == "" {
		return refuse(BadText, "The message is empty.")
	} else if preset, _ := PresetOf(p.Text); preset != "" && may == Preset {
		p.Preset, p.Text = preset, "" // a program of an account that is new greets, too
	}
	switch {
	case may == Nothing:
		return ErrMuted
	case p.Preset != "":
		return nil
	case may != Text:
		return refuse(NotFree, "Only accounts that are older than a day write text. Choose one of the presets.")
	case utf8.RuneCountInString(p.Text) > MaxText:
		return refuse(BadText,
			fmt.Sprintf("The message has %d characters; up to %d are allowed.", utf8.RuneCountInString(p.Text), MaxText))
	case publictext.Rude(p.Text):
		return refuse(RudeOne, "Please write it in a friendlier way.")
	}
	return nil
}

// store stores a message with those that wait.
func (s *Service) store(ctx context.Context, m Message) (Message, error) {
	p := &pending{m: m, done: make(chan struct{})}
	s.mu.Lock()
	if len(s.waiting) >= maxWaiting {
		s.mu.Unlock()
		return m, &livegame.Error{Code: Busy, Message: "The chat is very busy. Try again in a moment."}
	}
	s.waiting = append(s.waiting, p)
	if !s.writing {
		s.writing = true
		go s.write(account.Detached(ctx)) // the messages of others, too
	}
	s.mu.Unlock()
	select {
	case <-p.done:
		return p.m, p.err
	case <-ctx.Done(): // it may be stored or not; the request can be repeated
		return m, ctx.Err()
	}
}

// write stores what waits, many messages at a time.
func (s *Service) write(ctx context.Context) {
	for {
		s.mu.Lock()
		n := min(len(s.waiting), maxBatch)
		batch := s.waiting[:n:n]
		s.waiting = s.waiting[n:]
		s.writing = n > 0
		s.mu.Unlock()
		if n == 0 {
			return
		}
		list := make([]Message, n)
		for i, p := range batch {
			list[i] = p.m
		}
		bounded, cancel := context.WithTimeout(ctx, sayTimeout)
		stored, err := s.o.Store.Say(bounded, list)
		cancel()
		for i, p := range batch {
			if p.err = err; err == nil {
				p.m = stored[i]
			}
			close(p.done)
		}
	}
}
