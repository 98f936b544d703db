package chat

import (
	"cmp"
	"context"
	"fmt"
	"unicode/utf8"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/publictext"
)

// Post is a message to be written: a preset or a text.
type Post struct {
	Place   Place
	Room    RoomName // "": the only one
	Command string   // ID of the request
	Preset  string
	Text    string
}

// Errors of those who may not write.
var (
	// errNoRoom: the author does not read the room, or the room has no other reader yet.
	errNoRoom = &livegame.Error{Code: publictext.NoRoom, Message: "There is no such chat for you."}
	// errNoAccount: the author is a guest, and only accounts write there.
	errNoAccount = &livegame.Error{Code: publictext.Guest, Message: "Only accounts write here."}
	// errNoPlayer: the author moderates a private tournament, and does not play in it.
	errNoPlayer = &livegame.Error{Code: publictext.NoRoom, Message: "Only players of the tournament write here."}
	// errNoMember: the author reads the study and has no role in it.
	errNoMember = &livegame.Error{Code: publictext.NoRoom, Message: "Only members of the study write here."}
)

// Say checks and stores a message and returns it with its number. A repeated command returns the
// same message. Errors are *livegame.Error, that of find, or the store's.
func (s *Service) Say(ctx context.Context, by publictext.Author, p Post) (Message, error) {
	now := s.o.Now()
	reader := Reader{ID: by.Guest, Account: by.Account != nil}
	k, t, err := s.enter(ctx, p.Place, reader)
	if err != nil {
		return Message{}, err
	}
	p.Room = k.room(p.Room)
	if !t.reads(reader, p.Room) {
		return Message{}, errNoRoom
	}
	if why := t.bars(by, p.Room); why != nil {
		return Message{}, why
	}
	if err := s.check(ctx, by, t, &p); err != nil {
		return Message{}, err
	}
	m := Message{
		Place: p.Place, Room: p.Room, At: now, Author: by.Guest, Person: livegame.Person{Name: by.Name},
		Preset: p.Preset, Text: p.Text,
		Closed: t.closed(), Command: p.Command,
	}
	if by.Account != nil {
		m.Person = by.Account.Person()
	}
	m, err = s.store(ctx, m)
	if err != nil {
		return Message{}, err
	}
	s.publish(mark{m.Place, m.Room, m.Seq})
	s.arrived(ctx, mark{m.Place, m.Room, m.Seq})
	return m, nil
}

// check checks who writes what, and cleans the text.
func (s *Service) check(ctx context.Context, by publictext.Author, t talk, p *Post) error {
	refuse := func(text string) error { return &livegame.Error{Code: publictext.Bad, Message: text} }
	if p.Preset == "" {
		if p.Text = publictext.Clean(p.Text); p.Text == "" {
			return refuse("The message is empty.")
		}
		err := s.mayWrite(ctx, by, t, p.Room, p.Text)
		preset, _ := PresetOf(p.Text)
		if preset == "" || err == nil {
			if n := utf8.RuneCountInString(p.Text); err == nil && n > maxText {
				err = refuse(fmt.Sprintf("The message has %d characters; up to %d are allowed.", n, maxText))
			}
			return err
		}
		p.Preset, p.Text = preset, "" // a program of an account that is new greets, too
	}
	if _, known := PresetText(p.Preset); !known || p.Text != "" {
		return refuse("There is no such preset.")
	}
	return publictext.Check(s.o.Now(), by, publictext.FriendlyChat)
}

// mayWrite returns why an author may not write a text in a room; "" stands for any text.
func (s *Service) mayWrite(ctx context.Context, by publictext.Author, t talk, room RoomName, text string) error {
	err := publictext.Check(s.o.Now(), by, publictext.Chat, text)
	if err == nil || by.Account == nil {
		return err
	}
	kind, failed := t.among(ctx, by.Guest, room)
	return cmp.Or(failed, publictext.Check(s.o.Now(), by, kind, text))
}

// store stores a message with those that wait.
func (s *Service) store(ctx context.Context, m Message) (Message, error) {
	p := &pending{m: m, done: make(chan struct{})}
	s.mu.Lock()
	if len(s.waiting) >= maxWaiting {
		s.mu.Unlock()
		return m, &livegame.Error{Code: publictext.Busy, Message: "The chat is very busy. Try again in a moment."}
	}
	s.waiting = append(s.waiting, p)
	if !s.writing {
		s.writing = true
		go s.write(auth.Detached(ctx)) // the messages of others, too
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
		stored, err := s.put(bounded, list)
		cancel()
		for i, p := range batch {
			if p.err = err; err == nil {
				p.m = stored[i]
			}
			close(p.done)
		}
	}
}
