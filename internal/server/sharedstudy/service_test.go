package sharedstudy_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/job/jobtest"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
	"github.com/wane-chess/wane/internal/testing/dbtest"
	"github.com/wane-chess/wane/rules"
)

// nodes returns services that share a database and a queue.
func nodes(d *db.DB, n int) []*sharedstudy.Service { return nodesWith(d, n, 0) }

// nodesWith is nodes that remember a number of bytes.
func nodesWith(d *db.DB, n, bytes int) []*sharedstudy.Service {
	broker := managertest.NewBroker()
	var list []*sharedstudy.Service
	for i := range n {
		list = append(list, sharedstudy.New(sharedstudy.Options{
			DB:     d,
			Queue:  broker.Node(fmt.Sprint("node", i)),
			Lookup: rules.ByName,
			Now:    time.Now,
			Memory: bytes,
		}))
	}
	return list
}

// exec runs a statement.
func exec(t *testing.T, d *db.DB, statement string, args ...any) {
	t.Helper()
	if _, err := d.Exec(t.Context(), statement, args...); err != nil {
		t.Fatal(err)
	}
}

// run runs services for the time of the test.
func run(t *testing.T, list []*sharedstudy.Service) {
	for _, s := range list {
		jobtest.Run(t, s.Jobs)
	}
}

func chapterCommand() []sharedstudy.Command {
	return []sharedstudy.Command{addChapter("c", sharedstudy.HeadEdit{Name: ptr("One"), Variant: "chess"})}
}

func publicSettings() sharedstudy.Settings {
	return sharedstudy.Settings{Name: "Study", Visibility: sharedstudy.Public, Comments: sharedstudy.Everyone}
}

// ignore takes the answer to commands.
func ignore(*sharedstudy.Study, sharedstudy.News) {}

func send(t *testing.T, s *sharedstudy.Service, by sharedstudy.Sender, list ...sharedstudy.Command) {
	t.Helper()
	for i := range list {
		list[i].Chapter = "c"
	}
	rejected, err := s.Do(t.Context(), "study", by, list, 0, ignore)
	if err := errors.Join(append(rejected, err)...); err != nil {
		t.Fatal(err)
	}
}

// What a person does on one node is seen on another at once, and where a page of the other is.
func TestTwoNodes(t *testing.T) {
	d := dbtest.Open(t)
	two := nodes(d, 2) // their caches clean up outside of the bubble
	synctest.Test(t, func(t *testing.T) {
		run(t, two)
		for range 2 { // sent again
			if err := two[0].Create(t.Context(), "study", ann, publicSettings(), chapterCommand()); err != nil {
				t.Fatal(err)
			}
		}
		news := make(chan sharedstudy.News)
		heres := make(chan sharedstudy.Here)
		follow := func(since int, known string) {
			heard := func(_ *sharedstudy.Study, n sharedstudy.News, h sharedstudy.Here) error {
				go func() { news <- n; heres <- h }()
				return nil
			}
			look := sharedstudy.Look{Tab: "ann"}
			err := two[1].Wait(t.Context(), "study", sharedstudy.Sender{}, since, known, look, heard)
			if err != nil {
				t.Error(err)
			}
		}
		go follow(3, "")
		synctest.Wait()
		began := time.Now()
		send(t, two[0], ann, line(3, "", "e2e4"))
		n, h := <-news, <-heres
		if n.Seq != 4 || len(n.Events) != 1 || n.Reset || time.Since(began) > time.Second/10 {
			t.Errorf("news after %v: %+v", time.Since(began), n)
		}
		// Ann opens a page.
		go follow(4, h.Version)
		synctest.Wait()
		ctx, stop := context.WithCancel(t.Context())
		gone := make(chan error)
		go func() {
			look := sharedstudy.Look{Tab: "ann", Person: livegame.Person{Name: "Ann"}, Chapter: "c", Path: "e2e4"}
			ignore := func(*sharedstudy.Study, sharedstudy.News, sharedstudy.Here) error { return nil }
			gone <- two[0].Wait(ctx, "study", ann, 4, "", look, ignore)
		}()
		<-news
		h = <-heres
		if len(h.List) != 1 || h.List[0].Name != "Ann" || h.List[0].Path != "e2e4" {
			t.Errorf("who is here: %+v", h)
		}
		if err := <-gone; err != nil { // Bob's page is news for hers
			t.Error(err)
		}
		stop()
		// Without a change it ends all the same.
		began = time.Now()
		go follow(4, h.Version)
		if n, h = <-news, <-heres; len(n.Events) != 0 || time.Since(began) < 2*time.Second {
			t.Errorf("after %v: %+v, %+v", time.Since(began), n, h)
		}
		time.Sleep(2 * sharedstudy.PollTime)
		go follow(-1, "")
		<-news
		if h = <-heres; len(h.List) != 0 {
			t.Errorf("who has gone is here: %+v", h)
		}
	})
}

// An outline says who reads a study and has a role in it, as it is on all nodes.
func TestOutline(t *testing.T) {
	two := nodes(dbtest.Open(t), 2)
	if err := two[0].Create(t.Context(), "study", ann, publicSettings(), chapterCommand()); err != nil {
		t.Fatal(err)
	}
	reach := func(accounts ...string) (list []bool) {
		t.Helper()
		outline, err := two[1].Outline(t.Context(), "study")
		if err != nil || outline.ID != "study" || outline.RoleOf(ann.Account) != sharedstudy.Owner ||
			len(outline.Chapters) > 0 || outline.Created.IsZero() {
			t.Fatalf("the outline is %+v, %v", outline, err)
		}
		for _, a := range accounts {
			list = append(list, outline.MayReach(a, a == "mod"))
		}
		return list
	}
	if got := reach(ann.Account, "", "mod"); !slices.Equal(got, []bool{true, true, true}) {
		t.Errorf("a public study is read: %v", got)
	}
	private := sharedstudy.Private
	send(t, two[0], ann, settings(sharedstudy.SettingsEdit{Visibility: &private}))
	if got := reach(ann.Account, "", "mod"); !slices.Equal(got, []bool{true, false, false}) {
		t.Errorf("a private study is read: %v", got)
	}
	if err := two[0].Delete(t.Context(), "study", ann.Account); err != nil {
		t.Fatal(err)
	}
	if _, err := two[1].Outline(t.Context(), "study"); !errors.Is(err, sharedstudy.ErrNotFound) {
		t.Errorf("the outline of a study that was deleted: %v", err)
	}
}

// The owner does not see that a moderator reads a hidden study, but that one reads a public one.
func TestModeratorReads(t *testing.T) {
	s := nodes(dbtest.Open(t), 1)[0]
	synctest.Test(t, func(t *testing.T) {
		if err := s.Create(t.Context(), "study", ann, publicSettings(), chapterCommand()); err != nil {
			t.Fatal(err)
		}
		moderator := sharedstudy.Sender{Person: livegame.Person{Name: "Mod"}, Account: "m", Moderator: true}
		ask := func(ctx context.Context, by sharedstudy.Sender, since int) (seq int, names []string) {
			heard := func(st *sharedstudy.Study, _ sharedstudy.News, h sharedstudy.Here) error {
				for _, l := range h.List {
					names = append(names, l.Name)
				}
				seq = st.Seq
				return nil
			}
			err := s.Wait(ctx, "study", by, since, "", sharedstudy.Look{Tab: by.Account, Person: by.Person}, heard)
			if err != nil {
				t.Error(err)
			}
			return seq, names
		}
		seen := func() []string { // by Ann, while the moderator waits
			seq, _ := ask(t.Context(), ann, -1)
			time.Sleep(sharedstudy.PollTime) // until Ann's page is gone
			ended := make(chan bool)
			go func() { ask(t.Context(), moderator, seq); close(ended) }()
			synctest.Wait()
			_, names := ask(t.Context(), ann, -1)
			<-ended // Ann's page is news for the moderator's
			return names
		}
		if got := seen(); !slices.Contains(got, "Mod") {
			t.Errorf("in a public study: %v", got)
		}
		for _, v := range []sharedstudy.Visibility{sharedstudy.Unlisted, sharedstudy.Private} {
			send(t, s, moderator, settings(sharedstudy.SettingsEdit{Hidden: ptr(true), Visibility: &v}))
			// The page that the moderator had open before goes soon, and is not another's for the moderator.
			if _, names := ask(t.Context(), moderator, -1); slices.Contains(names, "Mod") {
				t.Errorf("the moderator's own page in a study hidden as %s: %v", v, names)
			}
			if got := seen(); len(got) != 0 {
				t.Errorf("in a study hidden as %s: %v", v, got)
			}
		}
	})
}

var errFault = errors.New("no connection")

// People edit on three nodes whose database fails now and then, before a change or after it. What was acknowledged is
// there, once.
func TestFaults(t *testing.T) {
	d := dbtest.Open(t)
	var fail atomic.Bool
	var calls atomic.Int32
	d.Guard = func(context.Context, db.Tx) error {
		if fail.Load() && calls.Add(1)%7 == 0 {
			return errFault
		}
		return nil
	}
	three := nodes(d, 3)
	run(t, three)
	if err := three[0].Create(t.Context(), "study", ann, publicSettings(), chapterCommand()); err != nil {
		t.Fatal(err)
	}
	send(t, three[0], ann, line(3, "", "e2e4"), setRole("b", "Bob", sharedstudy.Contributor))
	fail.Store(true)
	const each = 60
	var all sync.WaitGroup
	for i, s := range three {
		all.Go(func() {
			was := ""
			for n := range each {
				next := fmt.Sprintf("%s<%d %d>", was, i, n)
				by := []sharedstudy.Sender{ann, bob, cid}[i]
				for {
					c := comment(0, "e2e4", was, next)
					c.Chapter = "c"
					rejected, err := s.Do(t.Context(), "study", by, []sharedstudy.Command{c}, 0, ignore)
					if errors.Is(err, errFault) {
						continue // sent again
					}
					if calls.Add(1)%7 == 0 { // what is stored has no answer
						sharedstudy.Forget(s, "study")
						continue
					}
					if err := errors.Join(append(rejected, err)...); err != nil {
						t.Error(err)
						return
					}
					break
				}
				was = next
			}
		})
	}
	all.Wait()
	fail.Store(false)
	for _, s := range nodes(d, 2) { // what they read is not from a cache
		err := s.Read(t.Context(), "study", "", func(st *sharedstudy.Study) error {
			for i := range 3 {
				text := ""
				if c := st.Chapters[0].Root.Children[0].Of(i + 1); c != nil {
					text = c.Text
				}
				for n := range each {
					if got := strings.Count(text, fmt.Sprintf("<%d %d>", i, n)); got != 1 {
						return fmt.Errorf("text %d of person %d is there %d times in %q", n, i, got, text)
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// A page that comes from another node does not read the study again.
func TestNodeBehind(t *testing.T) {
	d := dbtest.Open(t)
	two := nodes(d, 2) // that do not hear of each other
	if err := two[0].Create(t.Context(), "study", ann, publicSettings(), chapterCommand()); err != nil {
		t.Fatal(err)
	}
	if err := two[1].Read(t.Context(), "study", "", func(*sharedstudy.Study) error { return nil }); err != nil {
		t.Fatal(err)
	}
	send(t, two[0], ann, line(3, "", "e2e4"))
	heard := func(_ *sharedstudy.Study, n sharedstudy.News, _ sharedstudy.Here) error {
		if n.Reset || n.Seq != 4 {
			t.Errorf("news: %+v", n)
		}
		return nil
	}
	err := two[1].Wait(t.Context(), "study", sharedstudy.Sender{}, 4, "x", sharedstudy.Look{}, heard)
	if err != nil {
		t.Error(err)
	}
}

// A page that was away for long reads the study again; one that was away for a while gets what happened.
func TestAway(t *testing.T) {
	d := dbtest.Open(t)
	s := nodes(d, 1)[0]
	if err := s.Create(t.Context(), "study", ann, publicSettings(), chapterCommand()); err != nil {
		t.Fatal(err)
	}
	last := ""
	for i := range 750 {
		next := fmt.Sprint("text ", i)
		send(t, s, ann, comment(3, "", last, next))
		last = next
	}
	n, err := db.One[int](t.Context(), d, nil, "SELECT COUNT(*) FROM shared_study_events WHERE study = 'study'")
	if err != nil || n < 400 || n > 700 {
		t.Errorf("%d of 753 events are kept", n)
	}
	fresh := nodes(d, 1)[0]
	for since, reset := range map[int]bool{3: true, 740: false, 753: false, 900: true} {
		heard := func(st *sharedstudy.Study, n sharedstudy.News, _ sharedstudy.Here) error {
			if n.Reset != reset || !reset && len(n.Events) != 753-since || st.Chapters[0].Root.Comments[0].Text != last {
				t.Errorf("since %d: reset %v, %d events", since, n.Reset, len(n.Events))
			}
			return nil
		}
		err := fresh.Wait(t.Context(), "study", sharedstudy.Sender{}, since, "x", sharedstudy.Look{}, heard)
		if err != nil {
			t.Error(err)
		}
	}
}

// A copy belongs to its maker; comments stay their authors'.
func TestClone(t *testing.T) {
	d := dbtest.Open(t)
	dbtest.Join(t, d, "a", "b", "c")
	s := nodes(d, 1)[0]
	if err := s.Create(t.Context(), "study", ann, publicSettings(), chapterCommand()); err != nil {
		t.Fatal(err)
	}
	send(t, s, ann, line(3, "", "e2e4"), comment(3, "e2e4", "", "by Ann"))
	send(t, s, cid, comment(3, "e2e4", "", "by Cid"))
	send(t, s, ann, setRole("b", "Bob", sharedstudy.Reader)) // he has not written
	if err := s.Clone(t.Context(), "study", "copy", cid, "Mine"); err != nil {
		t.Fatal(err)
	}
	err := s.Read(t.Context(), "copy", "c", func(st *sharedstudy.Study) error {
		n, p := st.Chapters[0].Root.Children[0], st.People
		got := fmt.Sprint(st.Name, st.Visibility, len(p), p[0].Name, p[0].Role, p[1].Name, n.Comments)
		if want := "Mineprivate2cownera[{2 by Ann} {1 by Cid}]"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	unread := func(*sharedstudy.Study) error { return nil }
	if err := s.Read(t.Context(), "copy", "a", unread); !errors.Is(err, sharedstudy.ErrNotFound) {
		t.Errorf("another reads a private copy: %v", err)
	}
	rejects(t, s.Delete(t.Context(), "study", "c"), "Only the owner")
	for range 2 {
		if err := s.Delete(t.Context(), "study", "a"); err != nil {
			t.Error(err)
		}
	}
	if err := s.Read(t.Context(), "study", "a", unread); !errors.Is(err, sharedstudy.ErrNotFound) {
		t.Errorf("a deleted study: %v", err)
	}
}

// Who leaves in the middle of a batch keeps what came before.
func TestLeaveInBatch(t *testing.T) {
	d := dbtest.Open(t)
	s := nodes(d, 1)[0]
	settings := publicSettings()
	settings.Visibility = sharedstudy.Private
	if err := s.Create(t.Context(), "study", ann, settings, chapterCommand()); err != nil {
		t.Fatal(err)
	}
	send(t, s, ann, setRole("b", "Bob", sharedstudy.Contributor))
	batch := []sharedstudy.Command{line(3, "", "e2e4"), setRole("b", "", ""), line(3, "", "d2d4")}
	for i := range batch {
		batch[i].Chapter = "c"
	}
	answered := false
	answer := func(*sharedstudy.Study, sharedstudy.News) { answered = true }
	rejected, err := s.Do(t.Context(), "study", bob, batch, 0, answer)
	if err != nil || rejected[0] != nil || rejected[1] != nil || rejected[2] == nil || answered {
		t.Errorf("%v, %v, answered %v", rejected, err, answered)
	}
	for _, s := range []*sharedstudy.Service{s, nodes(d, 1)[0]} {
		err := s.Read(t.Context(), "study", "a", func(st *sharedstudy.Study) error {
			if c := st.Chapters[0].Root.Children; len(c) != 1 || st.Seq != 6 {
				t.Errorf("event %d, moves %v", st.Seq, c)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// Those hear of it whom another has added to a study: once, by the name of who did it, and not of another role.
func TestInvited(t *testing.T) {
	var heard []string
	s := sharedstudy.New(sharedstudy.Options{
		DB: dbtest.Open(t), Lookup: rules.ByName, Now: time.Now,
		Invited: func(study livegame.ID, by, account string, _ time.Time) {
			heard = append(heard, fmt.Sprint(by, " invites ", account, " to ", study))
		},
	})
	if err := s.Create(t.Context(), "study", ann, publicSettings(), chapterCommand()); err != nil {
		t.Fatal(err)
	}
	for _, c := range []sharedstudy.Command{
		setRole("b", "Bob", sharedstudy.Reader), setRole("b", "Bob", sharedstudy.Contributor), setRole("b", "Bob", ""),
	} {
		if rejected, err := s.Do(t.Context(), "study", ann, []sharedstudy.Command{c}, 0, ignore); err != nil ||
			errors.Join(rejected...) != nil {
			t.Fatal(err, rejected)
		}
	}
	if want := []string{ann.Person.Name + " invites b to study"}; !slices.Equal(heard, want) {
		t.Errorf("%q, want %q", heard, want)
	}
}

// Another study with the ID of a deleted one is another study, on all nodes.
func TestSameID(t *testing.T) {
	d := dbtest.Open(t)
	two := nodes(d, 2)
	if err := two[0].Create(t.Context(), "study", ann, publicSettings(), chapterCommand()); err != nil {
		t.Fatal(err)
	}
	read := func(s *sharedstudy.Service, account string) error {
		return s.Read(t.Context(), "study", account, func(*sharedstudy.Study) error { return nil })
	}
	if err := read(two[1], ""); err != nil {
		t.Fatal(err)
	}
	if err := two[0].Delete(t.Context(), "study", "a"); err != nil {
		t.Fatal(err)
	}
	settings := publicSettings()
	settings.Visibility = sharedstudy.Private
	inAMinute := func() time.Time { return time.Now().Add(time.Minute) }
	later := sharedstudy.New(sharedstudy.Options{DB: d, Lookup: rules.ByName, Now: inAMinute})
	if err := later.Create(t.Context(), "study", bob, settings, chapterCommand()); err != nil {
		t.Fatal(err)
	}
	// A change makes the node look at the database: what it knew is another study.
	play := line(3, "", "e2e4")
	play.Chapter = "c"
	_, err := two[1].Do(t.Context(), "study", ann, []sharedstudy.Command{play}, 0, ignore)
	if !errors.Is(err, sharedstudy.ErrNotFound) {
		t.Errorf("a change of another study: %v", err)
	}
}

// What was deleted before is not for those who come later.
func TestHistory(t *testing.T) {
	d := dbtest.Open(t)
	s := nodes(d, 1)[0]
	private := publicSettings()
	private.Visibility = sharedstudy.Private
	if err := s.Create(t.Context(), "study", ann, private, chapterCommand()); err != nil {
		t.Fatal(err)
	}
	send(t, s, ann, comment(3, "", "", "a secret"))
	send(t, s, ann, comment(3, "", "a secret", ""))
	send(t, s, ann, settings(sharedstudy.SettingsEdit{Visibility: ptr(sharedstudy.Public)})) // event 6
	news := func(account string, since int) (n sharedstudy.News) {
		heard := func(_ *sharedstudy.Study, got sharedstudy.News, _ sharedstudy.Here) error {
			n = got
			return nil
		}
		by := sharedstudy.Sender{Account: account}
		err := s.Wait(t.Context(), "study", by, since, "x", sharedstudy.Look{}, heard)
		if err != nil {
			t.Error(err)
		}
		return n
	}
	if n := news("", 3); !n.Reset || n.Events != nil {
		t.Errorf("a guest gets what was private: %+v", n)
	}
	send(t, s, cid, comment(3, "", "", "rude"))
	if n := news("", 6); n.Reset || len(n.Events) != 1 {
		t.Errorf("a guest gets what is public: %+v", n)
	}
	send(t, s, ann, sharedstudy.Command{Kind: sharedstudy.DropComment, Base: 7, Person: 2})
	for _, account := range []string{"", "a"} {
		if n := news(account, 6); !n.Reset {
			t.Errorf("%q gets what was removed: %+v", account, n)
		}
	}
}

// A node that hears of the end of an account forgets its name.
func TestAccountChanged(t *testing.T) {
	d := dbtest.Open(t)
	s := nodes(d, 1)[0] // its cache cleans up outside of the bubble
	synctest.Test(t, func(t *testing.T) {
		if err := s.Create(t.Context(), "study", ann, publicSettings(), chapterCommand()); err != nil {
			t.Fatal(err)
		}
		send(t, s, bob, comment(3, "", "", "hello"))
		exec(t, d, "UPDATE shared_study_people SET account = '' WHERE study = 'study' AND number = 2")
		for _, c := range []struct{ account, want string }{{"cid", "Bob"}, {"b", ""}} {
			s.AccountChanged(c.account)
			synctest.Wait()
			err := s.Read(t.Context(), "study", "", func(st *sharedstudy.Study) error {
				if got := st.People[1].Name; got != c.want {
					t.Errorf("after a change of %s the name is %q, want %q", c.account, got, c.want)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}
