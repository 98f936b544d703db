package chat

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/publictext"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
	"github.com/wane-chess/wane/internal/server/tournament"
)

const (
	arena  Place = "tournaments/friday"
	ending Place = "studies/endings"
)

// things are tournaments and studies.
type things struct {
	mu    sync.Mutex
	asked int // how often a node has asked for tournaments
	cups  map[livegame.ID]time.Time
	in    []string // the accounts that alone take part in tournaments; nil: all may
	books map[livegame.ID]*sharedstudy.Study
}

// have returns the tournament Friday and the study Endings, which Ann owns and Ben reads.
func have() *things {
	return &things{
		cups: map[livegame.ID]time.Time{"friday": now},
		books: map[livegame.ID]*sharedstudy.Study{"endings": {
			Settings: sharedstudy.Settings{Visibility: sharedstudy.Private}, Created: now,
			People: []sharedstudy.Participant{
				{Number: 1, ID: "ann", Role: sharedstudy.Owner}, {Number: 2, ID: "ben", Role: sharedstudy.Reader},
				{Number: 3, ID: "dan"},
			},
		}},
	}
}

func (s *things) Created(_ context.Context, ids ...livegame.ID) (map[livegame.ID]time.Time, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
	found := maps.Clone(s.cups)
	maps.DeleteFunc(found, func(id livegame.ID, _ time.Time) bool { return !slices.Contains(ids, id) })
	return found, nil
}

func (s *things) Access(_ context.Context, id livegame.ID) (tournament.Access, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
	at, found := s.cups[id]
	if !found {
		return tournament.Access{}, tournament.ErrNotFound
	}
	return tournament.NewAccess(at, s.in != nil, s.in...), nil
}

// shelf is the studies of things.
type shelf struct{ *things }

func (s shelf) Outline(_ context.Context, id livegame.ID) (*sharedstudy.Study, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	of := s.books[id]
	if of == nil {
		return nil, sharedstudy.ErrNotFound
	}
	out := *of
	return &out, nil
}

func (s shelf) Created(_ context.Context, ids ...livegame.ID) (map[livegame.ID]time.Time, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := map[livegame.ID]time.Time{}
	for _, id := range ids {
		if of := s.books[id]; of != nil {
			found[id] = of.Created
		}
	}
	return found, nil
}

// publish changes who reads the study.
func (s *things) publish(to sharedstudy.Visibility, hidden bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	settings := &s.books["endings"].Settings
	settings.Visibility, settings.Hidden = to, hidden
}

// tells checks what a reader reads in the only room of a place.
func (w *world) tells(s *Service, p Place, r Reader, want ...string) {
	w.Helper()
	messages, reads, err := s.Read(w.Context(), p, r, Common, 0)
	var got []string
	for _, m := range messages {
		got = append(got, m.Text+m.Preset)
	}
	if err != nil || !reads || !slices.Equal(got, want) {
		w.Errorf("%s: %+v reads %q, %v, %v; want %q", p, r, got, reads, err, want)
	}
}

// says writes in the only room of a place.
func (w *world) says(s *Service, by publictext.Author, p Place, text string, want livegame.Code) {
	w.Helper()
	in := post("", "", text)
	in.Place = p
	if m, err := s.Say(w.Context(), by, in); code(err) != want || err == nil && (m.Room != Common || m.Seq == 0) {
		w.Errorf("%s: %s writes %q: %+v, %v; want %q", p, by.Guest, text, m, err, want)
	}
}

// A tournament has one room, which all read. Accounts write, on any node.
func TestTournament(t *testing.T) {
	w := begin(t)
	w.things, w.blocks = have(), map[string]map[string]bool{"dan": {"ann": true}}
	one, two := w.node("one"), w.node("two")
	young, muted, guest := old("eve"), old("eve"), publictext.Author{Guest: "guy", Name: "Guy"}
	young.Account.Created, muted.Account.Muted = now, now.Add(time.Hour)
	cy := w.follow(two, arena, Reader{ID: "cy"})
	w.says(one, old("ann"), arena, "Who plays?", "")
	w.says(two, old("ben"), arena, "I do", "")
	w.says(one, young, arena, "Good luck!", "")
	w.says(one, young, arena, "Who is here?", publictext.Young)
	w.says(one, muted, arena, "Good luck!", publictext.Muted)
	w.says(one, guest, arena, "Good luck!", publictext.Guest)
	w.says(one, old("ann"), arena, "you asshole", publictext.Rude)
	w.says(one, old("ann"), arena, "see example.com", publictext.Link)
	cy.wait(t, Common, "Who plays?", "I do", "")
	w.tells(two, arena, Reader{}, "Who plays?", "I do", "good-luck")

	list, _, err := two.Read(t.Context(), arena, Reader{ID: "dan", Account: true}, Common, 0)
	if err != nil || len(list) != 3 || !list[0].Blocked || list[0].Text != "" || list[1].Text != "I do" {
		t.Errorf("Dan, who blocks Ann, reads %+v, %v", list, err)
	}

	_, about, err := one.find(t.Context(), arena)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		by   publictext.Author
		want May
		why  bool
	}{{old("ann"), mayText, false}, {young, mayPreset, false}, {muted, mayNothing, true}, {guest, mayNothing, true}} {
		if may, why := one.may(t.Context(), c.by, about, Common); may != c.want || (why != "") != c.why {
			t.Errorf("%s may write %s: %q", c.by.Guest, may, why)
		}
	}
	for _, room := range []RoomName{Players, "kitchen"} {
		if _, reads, err := one.Read(t.Context(), arena, Reader{ID: "ann"}, room, 0); reads || err != nil {
			t.Errorf("the room %s of a tournament is read: %v", room, err)
		}
	}
	if err := one.hideAll(t.Context(), mark{arena, "", 2}, Reader{ID: "mia"}); err != nil {
		t.Error(err)
	}
	cy.wait(t, Common, "Who plays?", "(hidden)", "")
	for p, want := range map[Place]error{
		"tournaments/monday": tournament.ErrNotFound, "studies/none": sharedstudy.ErrNotFound,
		"kitchens/friday": livegame.ErrNotFound, "tournaments/": livegame.ErrNotFound, "": livegame.ErrNotFound,
	} {
		if _, err := one.Readable(t.Context(), p, Reader{}); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", p, err, want)
		}
	}
}

// Only those who take part in a private tournament read its chat and write there. Moderators read it.
func TestPrivateTournament(t *testing.T) {
	w := begin(t)
	w.things = have()
	w.things.in = []string{"ann", "ben", ""}
	s := w.node("one")
	mia := Reader{ID: "mia", Account: true, Moderates: true}
	w.says(s, old("ann"), arena, "Who plays?", "")
	w.says(s, old("eve"), arena, "Good luck!", publictext.NoRoom)
	w.says(s, old("mia"), arena, "Good luck!", publictext.NoRoom)
	w.tells(s, arena, Reader{ID: "ben", Account: true}, "Who plays?")
	w.tells(s, arena, mia, "Who plays?")
	for _, r := range []Reader{{}, {ID: "ann"}, {ID: "eve", Account: true}} {
		if rooms, err := s.Readable(t.Context(), arena, r); len(rooms) > 0 || err != nil {
			t.Errorf("%+v reads %v, %v", r, rooms, err)
		}
	}
	_, about, err := s.find(t.Context(), arena)
	if err != nil {
		t.Fatal(err)
	}
	if may, why := s.may(t.Context(), old("mia"), about, Common); may != mayNothing || why == "" {
		t.Errorf("a moderator may write %s: %q", may, why)
	}
}

// A node reads a message once for all who follow a chat there, and asks once who may read it.
func TestManyReaders(t *testing.T) {
	w := begin(t)
	w.things = have()
	one, two := w.node("one"), w.node("two")
	const many = 300
	var heard sync.WaitGroup
	for i := range many {
		heard.Add(1)
		stop, err := two.Watch(t.Context(), arena, Reader{ID: string(rune('a' + i%26))},
			func(_ RoomName, after int, list []Message) {
				if len(list) == 1 && list[0].Text == "Who plays?" {
					heard.Done()
				} else if after > 0 || len(list) > 0 {
					t.Errorf("after %d come %+v", after, list)
				}
			})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(stop)
	}
	w.things.mu.Lock()
	before := w.things.asked
	w.things.mu.Unlock()
	w.says(one, old("ann"), arena, "Who plays?", "")
	heard.Wait()
	w.things.mu.Lock()
	defer w.things.mu.Unlock()
	if n := w.things.asked - before; n > 2 { // the author's node once, the readers' node once
		t.Errorf("the two nodes have asked %d times for the tournament", n)
	}
}

// Members of a study write. While it is private, only they read, also later what was written then; moderators do not,
// also if they have hidden the study.
func TestStudy(t *testing.T) {
	w := begin(t)
	w.things = have()
	one, two := w.node("one"), w.node("two")
	ann, ben := Reader{ID: "ann", Account: true}, Reader{ID: "ben", Account: true}
	dan, guest := Reader{ID: "dan", Account: true}, Reader{ID: "guy"}
	mia := Reader{ID: "mia", Account: true, Moderates: true}
	young := old("ben")
	young.Account.Created = now
	w.says(one, old("ann"), ending, "see example.com", "")
	w.says(one, young, ending, "I will", "")
	w.tells(two, ending, ben, "see example.com", "I will")
	for _, r := range []Reader{dan, guest, mia, {ID: "ann"}} {
		list, err := two.Written(t.Context(), ending, r, Common, 0, 9)
		_, readable := two.Readable(t.Context(), ending, r)
		_, watched := two.Watch(t.Context(), ending, r, nil)
		for _, err := range []error{err, readable, watched} {
			if !errors.Is(err, sharedstudy.ErrNotFound) || len(list) > 0 {
				t.Errorf("%+v reads %+v, %v", r, list, err)
			}
		}
	}

	watch := map[string]*seen{"ben": w.follow(two, ending, ben)}
	w.things.publish(sharedstudy.Public, false)
	watch["dan"] = w.follow(two, ending, dan)
	w.says(one, old("ann"), ending, "It is public", "")
	w.says(one, young, ending, "At last", "")
	w.says(one, young, ending, "see example.com", publictext.Link)
	w.says(one, old("dan"), ending, "And I?", publictext.NoRoom)
	w.says(one, old("ann"), ending, "see example.com", publictext.Link)
	watch["ben"].wait(t, Common, "see example.com", "I will", "It is public", "At last")
	watch["dan"].wait(t, Common, "It is public", "At last")
	w.tells(two, ending, ann, "see example.com", "I will", "It is public", "At last")
	w.tells(two, ending, guest, "It is public", "At last")
	list, err := two.Written(t.Context(), ending, dan, Common, 0, 9)
	if err != nil || len(list) != 2 || list[0].Seq != 3 {
		t.Errorf("Dan can report %+v, %v", list, err)
	}
	if err := two.hideAll(t.Context(), mark{ending, Common, 1}, mia); !errors.Is(err, errNoMessage) {
		t.Errorf("a moderator hides what she does not read: %v", err)
	}
	if err := two.hideAll(t.Context(), mark{ending, Common, 3}, mia); err != nil {
		t.Error(err)
	}
	watch["ben"].wait(t, Common, "see example.com", "I will", "(hidden)", "At last")
	watch["dan"].wait(t, Common, "(hidden)", "At last")
	w.things.publish(sharedstudy.Private, true)
	w.tells(one, ending, mia, "It is public", "At last")
	for _, by := range []publictext.Author{old("mia"), old("dan"), {Guest: "guy"}} {
		in := post(Common, "hello", "")
		in.Place = ending
		if _, err := one.Say(t.Context(), by, in); !errors.Is(err, sharedstudy.ErrNotFound) {
			t.Errorf("%s writes in a study that was hidden: %v", by.Guest, err)
		}
	}
	w.says(one, old("ann"), ending, "It is hidden", "")
	watch["ben"].wait(t, Common, "see example.com", "I will", "(hidden)", "At last", "It is hidden")
	watch["dan"].wait(t, Common, "(hidden)", "At last")

	// Another study has the ID.
	w.things.mu.Lock()
	w.things.books["endings"] = &sharedstudy.Study{
		Settings: sharedstudy.Settings{Visibility: sharedstudy.Public}, Created: now.Add(time.Second),
		People: []sharedstudy.Participant{{Number: 1, ID: "dan", Role: sharedstudy.Owner}},
	}
	w.things.mu.Unlock()
	w.tells(one, ending, dan)
	w.tells(one, ending, ann)
}

// The chats of what is gone are deleted, and no others, as many as there are. Old messages of what is there are, too,
// but their numbers go on.
func TestForgetGone(t *testing.T) {
	eachDB(t, func(n *nodes) {
		things := have()
		n.one.o.Games, n.one.o.Tournaments, n.one.o.Studies = nil, things, shelf{things}
		one := New(n.one.o)
		one.o.Now = func() time.Time { return at(100) }
		var gone []Message
		for i := range gonePage + 3 {
			p := Place("tournaments/" + string(rune('a'+i%26)) + string(rune('a'+i/26)))
			gone = append(gone, message(p, Common, "ann", 1))
		}
		n.put(one, gone...)
		late := message("studies/late", Common, "ann", 101)
		n.put(one, message(arena, Common, "ann", 1), message(ending, Common, "ann", 1), message(here, Players, "ann", 1),
			message("studies/none", Common, "ann", 2), late)
		n.must(one.forgetGone(n.Context()))
		for _, place := range []Place{arena, ending} {
			left := message(place, Common, "ann", 1)
			left.Seq = 1
			n.room(place, Common, 0, 9, left)
		}
		left := message(here, Players, "ann", 1)
		left.Seq = 1
		n.room(here, Players, 0, 9, left)
		late.Seq = 1
		n.room("studies/late", Common, 0, 9, late) // it may belong to a study that has just been created
		n.room("studies/none", Common, 0, 9)
		for _, m := range gone {
			n.room(m.Place, Common, 0, 9)
		}
		if got := n.put(one, message("studies/none", Common, "ann", 3)); got[0].Seq != 1 {
			n.Errorf("the first message has the number %d", got[0].Seq)
		}
		n.must(one.ForgetBefore(n.Context(), at(50)))
		n.room(arena, Common, 0, 9)
		if got := n.put(one, message(arena, Common, "ann", 60)); got[0].Seq != 2 {
			n.Errorf("the next message has the number %d, want 2", got[0].Seq)
		}
	})
}
