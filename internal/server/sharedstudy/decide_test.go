package sharedstudy_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/page/study"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/publictext"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
	"github.com/wane-chess/wane/rules"
)

var (
	now   = time.UnixMilli(1_800_000_000_000).UTC()
	ann   = sender("a", "Ann")
	bob   = sender("b", "Bob")
	cid   = sender("c", "Cid")
	guest = sharedstudy.Sender{}
)

// sender returns a sender with an old account.
func sender(id, name string) sharedstudy.Sender {
	a := &auth.Account{ID: id, Name: name}
	return sharedstudy.Sender{
		Person: a.Person(), Account: id, Author: publictext.Author{Guest: id, Name: name, Account: a},
	}
}

// changed returns a sender whose account is another.
func changed(s sharedstudy.Sender, change func(*auth.Account)) sharedstudy.Sender {
	a := *s.Author.Account
	change(&a)
	s.Author.Account = &a
	return s
}

func young(a *auth.Account) { a.Created = now.Add(-time.Hour) }
func muted(a *auth.Account) { a.Muted = now.Add(time.Hour) }

func ptr[T any](v T) *T { return &v }

func path(line string) []string { return strings.Fields(line) }

// table is a study with the commands that change it. Every change is checked against a study that
// replays its events.
type table struct {
	t *testing.T
	*sharedstudy.Study
	twin  *sharedstudy.Study
	quick bool // changes are not checked
}

// newTable returns a public study of Ann, with Bob as a contributor and one chapter of chess, "c".
func newTable(t *testing.T) *table {
	tab := &table{t, sharedstudy.NewStudy("study", now), sharedstudy.NewStudy("study", now), false}
	b := sharedstudy.NewBatch(tab.Study, ann, now, rules.ByName)
	settings := sharedstudy.Settings{Name: "Study", Visibility: sharedstudy.Public, Comments: sharedstudy.Everyone}
	if err := sharedstudy.Begin(b, settings); err != nil {
		t.Fatal(err)
	}
	tab.took(b)
	tab.do(ann, setRole("b", "Bob", sharedstudy.Contributor))
	tab.do(ann, addChapter("c", sharedstudy.HeadEdit{Name: ptr("One"), Variant: "chess"}))
	return tab
}

// took replays what a batch has done.
func (tab *table) took(b *sharedstudy.Batch) {
	tab.t.Helper()
	if tab.quick {
		return
	}
	tab.twin.SetPeople(tab.People)
	for _, e := range b.Events {
		if err := tab.twin.Apply(e); err != nil {
			tab.t.Fatal(err)
		}
	}
	if got, want := text(tab.t, tab.twin), text(tab.t, tab.Study); got != want {
		tab.t.Fatalf("the events make another study:\n got %s\nwant %s", got, want)
	}
	snapshot, err := tab.Snapshot()
	if err != nil {
		tab.t.Fatal(err)
	}
	again, err := sharedstudy.Restore(tab.ID, tab.Seq, snapshot, tab.People)
	if err != nil {
		tab.t.Fatal(err)
	}
	if got, want := text(tab.t, again), text(tab.t, tab.Study); got != want {
		tab.t.Fatalf("the snapshot makes another study:\n got %s\nwant %s", got, want)
	}
	if a, b := sharedstudy.Measured(again); true {
		if c, d := sharedstudy.Measured(tab.Study); a != c || b != d {
			tab.t.Fatalf("the study counts %d moves and %d bytes; it has %d and %d", c, d, a, b)
		}
	}
}

func text(t *testing.T, s *sharedstudy.Study) string {
	t.Helper()
	out, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// try carries out commands, and returns why the first rejected one was.
func (tab *table) try(by sharedstudy.Sender, list ...sharedstudy.Command) error {
	tab.t.Helper()
	b := sharedstudy.NewBatch(tab.Study, by, now, rules.ByName)
	var first error
	for i := range list {
		if list[i].Chapter == "" {
			list[i].Chapter = "c"
		}
		before := ""
		if !tab.quick {
			before = text(tab.t, tab.Study)
		}
		err := b.Do(&list[i])
		if err != nil && !tab.quick && text(tab.t, tab.Study) != before {
			tab.t.Errorf("a command that was rejected, %v, has changed the study", err)
		}
		if err != nil && first == nil {
			first = err
		}
	}
	tab.took(b)
	return first
}

func (tab *table) do(by sharedstudy.Sender, list ...sharedstudy.Command) {
	tab.t.Helper()
	if err := tab.try(by, list...); err != nil {
		tab.t.Fatal(err)
	}
}

func line(base int, at, moves string) sharedstudy.Command {
	return sharedstudy.Command{Kind: sharedstudy.AddLine, Base: base, Path: path(at), Moves: path(moves)}
}

func cut(base int, at string) sharedstudy.Command {
	return sharedstudy.Command{Kind: sharedstudy.CutLine, Base: base, Path: path(at)}
}

func comment(base int, at, was, text string) sharedstudy.Command {
	edit := sharedstudy.TextEdit{Was: was, Text: text}
	return sharedstudy.Command{Kind: sharedstudy.SetComment, Base: base, Path: path(at), Comment: &edit}
}

func settings(e sharedstudy.SettingsEdit) sharedstudy.Command {
	return sharedstudy.Command{Kind: sharedstudy.SetSettings, Settings: &e}
}

// setRole gives an account a role; "" makes it leave.
func setRole(account, name string, role sharedstudy.Role) sharedstudy.Command {
	player := sharedstudy.Participant{Person: livegame.Person{Name: name, Account: true}, ID: account}
	return sharedstudy.Command{Kind: sharedstudy.SetRole, Target: player, Role: role}
}

func addChapter(id string, head sharedstudy.HeadEdit) sharedstudy.Command {
	return sharedstudy.Command{Kind: sharedstudy.AddChapter, Chapter: id, Head: &head}
}

func setHead(head sharedstudy.HeadEdit) sharedstudy.Command {
	return sharedstudy.Command{Kind: sharedstudy.SetHead, Head: &head}
}

// games are the options of a reader that knows all games.
func games() study.Options { return study.Options{Games: rules.All(), Lookup: rules.ByName} }

// moves writes the tree of a chapter: each node as SAN, what is said about it, and its variations.
func (tab *table) moves(chapter string) string {
	var out strings.Builder
	var write func(n *sharedstudy.Node)
	write = func(n *sharedstudy.Node) {
		out.WriteString(n.SAN)
		for _, c := range n.Comments {
			fmt.Fprintf(&out, "{%d %s}", c.By, c.Text)
		}
		for _, c := range n.Children {
			out.WriteString("(")
			write(c)
			out.WriteString(")")
		}
	}
	write(tab.Chapter(chapter).Root)
	return out.String()
}

func (tab *table) wants(want string) {
	tab.t.Helper()
	if got := tab.moves("c"); got != want {
		tab.t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Two people play and delete at the same time.
func TestMerge(t *testing.T) {
	tab := newTable(t)
	tab.do(ann, line(3, "", "e2e4 e7e5 g1f3"))
	seen := tab.Seq
	tab.do(bob, line(seen, "e2e4", "e7e5 g1f3 b8c6"), line(seen, "e2e4", "c7c5"))
	tab.wants("(e4(e5(Nf3(Nc6)))(c5))")
	// Ann, who was offline, deletes e5 and all that she saw after it: Nc6 stays.
	tab.do(ann, cut(seen, "e2e4 e7e5"))
	tab.wants("(e4(e5(Nf3(Nc6)))(c5))")
	// Now she has seen it.
	tab.do(ann, cut(tab.Seq, "e2e4 e7e5"), cut(tab.Seq, "e2e4 e7e5"))
	tab.wants("(e4(c5))")
	// Bob has not: what he writes brings the line back.
	tab.do(bob, comment(seen, "e2e4 e7e5", "", "the old move"))
	tab.wants("(e4(c5)(e5{2 the old move}))")
	// What is added and deleted in one batch is gone.
	tab.do(ann, line(seen, "e2e4", "d7d5 e4d5"), cut(seen, "e2e4 d7d5"))
	tab.wants("(e4(c5)(e5{2 the old move}))")
	// Only what others have not touched goes.
	seen = tab.Seq
	tab.do(ann, line(seen, "e2e4", "c7c6 d2d4 d7d5"), line(seen, "e2e4 c7c6", "g1f3"))
	old := tab.Seq
	tab.do(bob, comment(old, "e2e4 c7c6 d2d4", "", "good"))
	tab.do(ann, cut(old, "e2e4 c7c6"))
	tab.wants("(e4(c5)(e5{2 the old move})(c6(d4{2 good})))")
}

// Moves are put in an order that has all.
func TestSort(t *testing.T) {
	tab := newTable(t)
	tab.do(ann, line(3, "", "e2e4"), line(3, "", "d2d4"))
	tab.do(bob, line(3, "", "c2c4"))
	tab.do(ann, sharedstudy.Command{Kind: sharedstudy.SortMoves, Order: path("d2d4 a2a4 e2e4 d2d4")})
	tab.wants("(d4)(e4)(c4)")
	last := tab.Seq
	tab.do(ann,
		sharedstudy.Command{Kind: sharedstudy.SortMoves, Order: path("d2d4")},
		sharedstudy.Command{Kind: sharedstudy.SortMoves, Path: path("a2a3")},
	)
	if tab.Seq != last {
		t.Error("an order that changes nothing is an event")
	}
}

// Each person has one comment at a move, and keeps what two devices have written.
func TestComments(t *testing.T) {
	tab := newTable(t)
	tab.do(ann, line(3, "", "e2e4"))
	seen := tab.Seq
	tab.do(ann, comment(seen, "e2e4", "", "best by test"))
	tab.do(bob, comment(seen, "e2e4", "", "I prefer d4"))
	tab.wants("(e4{1 best by test}{2 I prefer d4})")
	tab.do(ann, comment(seen, "e2e4", "", "from my phone"), comment(seen, "e2e4", "best by test", "best by test!"))
	tab.wants("(e4{1 best by test!\nfrom my phone}{2 I prefer d4})")
	tab.do(ann, comment(seen, "e2e4", "best by test", "")) // deleted on a device that has not seen the rest
	tab.wants("(e4{1 best by test!\nfrom my phone}{2 I prefer d4})")
	tab.do(ann, comment(seen, "e2e4", "best by test!\nfrom my phone", " \r\n"))
	tab.wants("(e4{2 I prefer d4})")
	tab.do(cid, comment(tab.Seq, "e2e4", "", "me\x00 too\u202e"))
	tab.wants("(e4{2 I prefer d4}{3 me too})")
	if p := tab.People[2]; p.Name != "Cid" || p.Role != sharedstudy.NoRole {
		t.Errorf("a reader who has commented: %+v", p)
	}
	rejects(t, tab.try(cid, comment(tab.Seq, "d2d4", "", "a new line")), "does not exist")
	rejects(t, tab.try(cid, comment(tab.Seq, "e2e4", "me too", "shit")), "friendlier")
	drop := sharedstudy.Command{Kind: sharedstudy.DropComment, Path: path("e2e4"), Person: 2}
	rejects(t, tab.try(cid, drop), "Only the owner")
	tab.do(ann, sharedstudy.Command{Kind: sharedstudy.DropComment, Base: tab.Seq, Path: path("e2e4"), Person: 3})
	tab.wants("(e4{2 I prefer d4})")
	tab.do(ann, settings(sharedstudy.SettingsEdit{Comments: ptr(sharedstudy.Members)}))
	rejects(t, tab.try(cid, comment(tab.Seq, "e2e4", "", "hello")), "cannot comment")
	tab.do(ann, setRole("c", "", sharedstudy.Reader))
	tab.do(changed(cid, young), comment(tab.Seq, "e2e4", "", "hello")) // Ann has invited Cid
	tab.do(ann, settings(sharedstudy.SettingsEdit{Comments: ptr(sharedstudy.Everyone)}))
	rejects(t, tab.try(changed(sender("d", "Dan"), young), comment(tab.Seq, "e2e4", "", "hello")), "older than a day")
	rejects(t, tab.try(sender("d", "Dan"), comment(tab.Seq, "e2e4", "", "see www.dan.example")), "Addresses")
	rejects(t, tab.try(changed(bob, muted), comment(tab.Seq, "e2e4", "", "hello")), "has muted you")
}

// What a public study says is filtered, also what it said before it was published. Who is muted changes nothing that
// others read, but still closes a study.
func TestPublicText(t *testing.T) {
	tab := newTable(t)
	see := func(v sharedstudy.Visibility) sharedstudy.Command {
		return settings(sharedstudy.SettingsEdit{Visibility: &v})
	}
	name := func(s string) sharedstudy.Command { return settings(sharedstudy.SettingsEdit{Name: &s}) }
	head := func(e sharedstudy.HeadEdit) sharedstudy.Command {
		return sharedstudy.Command{Kind: sharedstudy.SetHead, Chapter: "c", Head: &e}
	}
	hint := sharedstudy.Command{
		Kind: sharedstudy.Annotate, Chapter: "c", Edit: &sharedstudy.NoteEdit{Hint: &sharedstudy.TextEdit{Text: "you cunt"}},
	}
	tagged := head(sharedstudy.HeadEdit{SetTags: []study.Tag{{Name: "Event", Value: "you cunt"}}})
	written := sharedstudy.Command{
		Kind: sharedstudy.AddChapter, Chapter: "d", Head: &sharedstudy.HeadEdit{Name: ptr("Two")},
		Game: &study.Game{Variant: "chess", Root: study.Node{Children: []study.Node{{Move: "e2e4", After: "you cunt"}}}},
	}
	for _, c := range []sharedstudy.Command{
		comment(tab.Seq, "", "", "you cunt"), hint, tagged, written, name("you cunt"),
		head(sharedstudy.HeadEdit{Name: ptr("you cunt")}),
		addChapter("d", sharedstudy.HeadEdit{Name: ptr("you cunt"), Variant: "chess"}),
		settings(sharedstudy.SettingsEdit{Description: &sharedstudy.TextEdit{Text: "you cunt"}}),
		settings(sharedstudy.SettingsEdit{Topics: &[]string{"you cunt"}}),
	} {
		rejects(t, tab.try(ann, c), "friendlier")
	}
	rejects(t, tab.try(ann, name("www.ann.example")), "Addresses")
	tab.do(ann, settings(sharedstudy.SettingsEdit{Description: &sharedstudy.TextEdit{Text: "from www.ann.example"}}))
	for _, c := range []sharedstudy.Command{hint, tagged, written, comment(tab.Seq, "", "", "you cunt")} {
		tab.do(ann, see(sharedstudy.Unlisted))
		tab.do(ann, c)
		rejects(t, tab.try(ann, see(sharedstudy.Public)), "friendlier way: you cunt")
		tab = newTable(t)
	}
	rejects(t, tab.try(changed(ann, muted), name("Other")), "has muted you")
	tab.do(changed(ann, muted), see(sharedstudy.Private))
	rejects(t, tab.try(changed(ann, muted), name("Other")), "has muted you") // Bob reads it
	rejects(t, tab.try(changed(ann, muted), hint), "has muted you")
	tab.do(ann, setRole("b", "", sharedstudy.NoRole))
	tab.do(changed(ann, muted), name("Other"), hint)
	rejects(t, tab.try(changed(ann, muted), see(sharedstudy.Unlisted)), "has muted you")
	rejects(t, tab.try(changed(ann, young), see(sharedstudy.Public)), "older than a day")
}

func rejects(t *testing.T, err error, why string) {
	t.Helper()
	var refusal *livegame.Error
	if !errors.As(err, &refusal) || !strings.Contains(err.Error(), why) {
		t.Errorf("got %v, want a rejection with %q", err, why)
	}
}

// Glyphs, drawings and hints of two people merge.
func TestAnnotate(t *testing.T) {
	tab := newTable(t)
	tab.do(ann, line(3, "", "e2e4"))
	seen := tab.Seq
	edit := func(e sharedstudy.NoteEdit) sharedstudy.Command {
		return sharedstudy.Command{Kind: sharedstudy.Annotate, Base: seen, Path: path("e2e4"), Edit: &e}
	}
	green, red := study.Arrow{From: "e2", To: "e4", Color: "green"}, study.Arrow{From: "e2", To: "e4", Color: "red"}
	other, circle := study.Arrow{From: "d2", To: "d4", Color: "blue"}, study.Circle{At: "e4", Color: "yellow"}
	king, center := &sharedstudy.TextEdit{Text: "The king's pawn"}, &sharedstudy.TextEdit{Text: "The center"}
	tab.do(ann, edit(sharedstudy.NoteEdit{AddArrows: []study.Arrow{green}, AddNAGs: []int{1}, Hint: king}))
	tab.do(bob, edit(sharedstudy.NoteEdit{
		AddArrows:  []study.Arrow{other, red},
		AddCircles: []study.Circle{circle},
		AddNAGs:    []int{14},
		Hint:       center,
	}))
	note := tab.Chapter("c").Root.Children[0].Note
	want := sharedstudy.Note{
		Hint:    "The king's pawn\nThe center",
		NAGs:    []int{1, 14},
		Arrows:  []study.Arrow{red, other},
		Circles: []study.Circle{circle},
	}
	if !reflect.DeepEqual(note, want) {
		t.Errorf("got %+v\nwant %+v", note, want)
	}
	last := tab.Seq
	tab.do(bob, edit(sharedstudy.NoteEdit{ // sent again
		AddArrows:     []study.Arrow{other},
		RemoveCircles: []study.Circle{{At: "a1"}},
		Hint:          center,
	}))
	if tab.Seq != last {
		t.Error("an edit that is sent again is an event")
	}
	for why, e := range map[string]sharedstudy.NoteEdit{
		"square":        {AddCircles: []study.Circle{{At: "z9", Color: "red"}}},
		"color":         {AddArrows: []study.Arrow{{From: "a1", To: "a2", Color: "pink"}}},
		"itself":        {AddArrows: []study.Arrow{{From: "a1", To: "a1", Color: "red"}}},
		"glyph $0":      {AddNAGs: []int{0}},
		"401 character": {Hint: &sharedstudy.TextEdit{Text: strings.Repeat("ä", 401)}},
	} {
		rejects(t, tab.try(bob, edit(e)), why)
	}
	start := sharedstudy.Command{Kind: sharedstudy.Annotate, Edit: &sharedstudy.NoteEdit{AddNAGs: []int{1}}}
	rejects(t, tab.try(bob, start), "start position")
}

// Who may not, cannot.
func TestRights(t *testing.T) {
	tab := newTable(t)
	for _, c := range []struct {
		by  sharedstudy.Sender
		c   sharedstudy.Command
		why string
	}{
		{cid, line(3, "", "e2e4"), "Only the owner and contributors"},
		{guest, comment(3, "", "", "hello"), "cannot comment"},
		{bob, settings(sharedstudy.SettingsEdit{Name: ptr("Mine")}), "Only the owner"},
		{bob, setRole("c", "Cid", sharedstudy.Reader), "Only the owner"},
		{ann, setRole("a", "", sharedstudy.Reader), "owner of a study cannot leave"},
		{ann, setRole("b", "", "king"), "no role"},
		{ann, sharedstudy.Command{Kind: sharedstudy.SetRole, Role: sharedstudy.Reader}, "no such player"},
		{ann, sharedstudy.Command{Kind: "dance"}, "no command"},
		{ann, line(3, "", "e2e5"), "illegal"},
		{ann, line(3, "e2e4 e7e5", "e1e2 x"), "Move 4"},
		{ann, cut(3, ""), "start position"},
		{ann, sharedstudy.Command{Kind: sharedstudy.RestoreLine}, "start position"},
		{ann, sharedstudy.Command{Kind: sharedstudy.AddLine, Chapter: "gone", Moves: path("e2e4")}, "chapter does not exist"},
		{ann, sharedstudy.Command{Kind: sharedstudy.DropChapter}, "at least one chapter"},
		{ann, addChapter("../x", sharedstudy.HeadEdit{Name: ptr("x"), Variant: "chess"}), "ID of a chapter"},
		{ann, addChapter("d", sharedstudy.HeadEdit{Name: ptr("x"), Variant: "checkers"}), "checkers"},
		{ann, addChapter("d", sharedstudy.HeadEdit{Name: ptr("x"), Variant: "chess", FEN: "8/8"}), "position is invalid"},
		{ann, setHead(sharedstudy.HeadEdit{Result: ptr("2-0")}), "no result"},
		{ann, setHead(sharedstudy.HeadEdit{Mode: ptr(sharedstudy.Mode("x"))}), "no mode"},
		{ann, setHead(sharedstudy.HeadEdit{Tags: &[]study.Tag{{Name: "a b", Value: ""}}}), "tag"},
		{ann, settings(sharedstudy.SettingsEdit{Visibility: ptr(sharedstudy.Visibility("x"))}), "no visibility"},
		{ann, settings(sharedstudy.SettingsEdit{Topics: ptr(strings.Fields("a b c d e f g h i j k"))}), "at most 10 topics"},
	} {
		rejects(t, tab.try(c.by, c.c), c.why)
	}
	tab.do(ann, settings(sharedstudy.SettingsEdit{Visibility: ptr(sharedstudy.Private)}))
	if err := tab.try(cid, comment(3, "", "", "hello")); !errors.Is(err, sharedstudy.ErrNotFound) {
		t.Errorf("a private study: %v", err)
	}
	tab.do(bob, setRole("b", "", "")) // leaves
	if err := tab.try(bob, line(3, "", "e2e4")); !errors.Is(err, sharedstudy.ErrNotFound) {
		t.Errorf("who has left edits: %v", err)
	}
	// A moderator hides a public study, and changes nothing else.
	moderator := sender("m", "Mod")
	moderator.Moderator = true
	see := func(v sharedstudy.Visibility) sharedstudy.Command {
		return settings(sharedstudy.SettingsEdit{Visibility: &v})
	}
	if err := tab.try(moderator, see(sharedstudy.Public)); !errors.Is(err, sharedstudy.ErrNotFound) {
		t.Errorf("a moderator opens a private study: %v", err)
	}
	tab.do(ann, see(sharedstudy.Public), comment(tab.Seq, "", "", "rude"))
	rejects(t, tab.try(moderator, line(3, "", "e2e4")), "Only the owner")
	rude := sharedstudy.Command{Kind: sharedstudy.DropComment, Base: tab.Seq, Person: 1}
	tab.do(moderator, rude, see(sharedstudy.Unlisted))
	if len(tab.People) != 2 || tab.Visibility != sharedstudy.Unlisted || tab.moves("c") != "" {
		t.Errorf("after a moderator: %+v, %s", tab.People, tab.Visibility)
	}
	tab.do(moderator, comment(tab.Seq, "", "", "hello")) // as everyone
	tab.wants("{3 hello}")
}

// What moderators hide stays hidden until they lift that, and the log has what they did.
func TestHidden(t *testing.T) {
	tab := newTable(t)
	moderator := sender("m", "Mod")
	moderator.Moderator = true
	set := func(e sharedstudy.SettingsEdit) sharedstudy.Command {
		return sharedstudy.Command{Kind: sharedstudy.SetSettings, Settings: &e}
	}
	see := func(v sharedstudy.Visibility) sharedstudy.Command {
		return set(sharedstudy.SettingsEdit{Visibility: &v})
	}
	hide, lift := set(sharedstudy.SettingsEdit{Hidden: ptr(true)}), set(sharedstudy.SettingsEdit{Hidden: ptr(false)})
	wants := func(visibility sharedstudy.Visibility, hidden bool) {
		t.Helper()
		if tab.Visibility != visibility || tab.Hidden != hidden {
			t.Errorf("the study is %s, hidden %t; want %s, %t", tab.Visibility, tab.Hidden, visibility, hidden)
		}
	}
	rejects(t, tab.try(ann, hide), "Only moderators")
	rejects(t, tab.try(bob, hide), "Only the owner")
	rejects(t, tab.try(moderator, set(sharedstudy.SettingsEdit{Name: ptr("Mine")})), "Moderators hide")
	rejects(t, tab.try(moderator, see(sharedstudy.Public)), "Moderators hide")
	publish := set(sharedstudy.SettingsEdit{Hidden: ptr(false), Visibility: ptr(sharedstudy.Public)})
	rejects(t, tab.try(moderator, publish), "Moderators hide")

	tab.do(moderator, see(sharedstudy.Unlisted))
	wants(sharedstudy.Unlisted, true)
	rejects(t, tab.try(ann, see(sharedstudy.Public)), "Moderators have hidden")
	rejects(t, tab.try(ann, lift), "Only moderators")
	tab.do(ann, see(sharedstudy.Private), set(sharedstudy.SettingsEdit{Name: ptr("Other")})) // the rest is hers
	rejects(t, tab.try(ann, see(sharedstudy.Unlisted)), "Moderators have hidden")
	if err := tab.try(cid, comment(3, "", "", "hello")); !errors.Is(err, sharedstudy.ErrNotFound) {
		t.Errorf("a hidden study is private: %v", err)
	}
	tab.do(moderator, lift) // which is private
	wants(sharedstudy.Private, false)
	tab.do(ann, see(sharedstudy.Public))
	wants(sharedstudy.Public, false)

	// The log.
	tab.do(bob, comment(tab.Seq, "", "", "rude"))
	tab.do(ann, comment(tab.Seq, "", "", "kind"))
	tab.do(ann, sharedstudy.Command{Kind: sharedstudy.DropComment, Base: tab.Seq, Person: 2})
	tab.do(bob, comment(tab.Seq, "", "", "rude again"))
	b := sharedstudy.NewBatch(tab.Study, moderator, now, rules.ByName)
	drop := sharedstudy.Command{Kind: sharedstudy.DropComment, Chapter: "c", Base: tab.Seq, Person: 2}
	for _, c := range []sharedstudy.Command{drop, hide, hide, lift} {
		if err := b.Do(&c); err != nil {
			t.Fatal(err)
		}
	}
	want := []admin.Entry{
		{At: now, Operator: "Mod", Action: admin.StudyComment, Account: "bob", Detail: "study, Other, chapter c: rude again"},
		{At: now, Operator: "Mod", Action: admin.StudyHidden, Account: "ann", Detail: "study, Other, private"},
		{At: now, Operator: "Mod", Action: admin.StudyUnhidden, Account: "ann", Detail: "study, Other, private"},
	}
	if !reflect.DeepEqual(b.Log, want) {
		t.Errorf("the log has %+v, want %+v", b.Log, want)
	}
	own := sharedstudy.NewBatch(tab.Study, ann, now, rules.ByName)
	if err := own.Do(ptr(see(sharedstudy.Public))); err != nil || own.Log != nil {
		t.Errorf("what the owner does is in the log: %+v, %v", own.Log, err)
	}
}

// Moves after an automatic draw are imported and added by hand; after mate there are none.
func TestPastAutomaticDraws(t *testing.T) {
	tab := newTable(t)
	const again = "g1f3 g8f6 f3g1 f6g8 "
	tab.do(ann, line(tab.Seq, "", again+again+again))
	tab.do(bob, line(tab.Seq, again+again+again, "e2e4 e7e5"), comment(tab.Seq, again+again+again+"e2e4", "", "on"))
	if got := tab.moves("c"); !strings.Contains(got, "e4{") || !strings.Contains(got, "(e5)") {
		t.Errorf("by hand: %s", got)
	}
	pgn, err := tab.PGN(tab.Chapters[:1], rules.ByName)
	if err != nil {
		t.Fatal(err)
	}
	list, left, err := sharedstudy.Import(t.Context(), pgn, "chess", "x", 1, games())
	if err != nil || left != nil {
		t.Fatalf("%+v, %v", left, err)
	}
	tab.do(bob, list...)
	if got, want := tab.moves("x1"), tab.moves("c"); got != want {
		t.Errorf("imported: %s, want %s", got, want)
	}
	mated := "f2f3 e7e5 g2g4 d8h4"
	tab.do(ann, line(tab.Seq, "", mated))
	if err := tab.try(ann, line(tab.Seq, mated, "e2e3")); err == nil || !strings.Contains(err.Error(), "illegal") {
		t.Errorf("after mate: %v", err)
	}
}

// A game of this browser that becomes a chapter says how it ended.
func TestChapterOfEndedGame(t *testing.T) {
	tab := newTable(t)
	tab.do(ann, sharedstudy.Command{
		Kind:    sharedstudy.AddChapter,
		Chapter: "x",
		Head:    &sharedstudy.HeadEdit{Name: ptr("Lost")},
		Game: &study.Game{
			Variant: "chess",
			Result:  "0-1",
			Reason:  "time ran out",
			Root:    study.Node{Children: []study.Node{{Move: "e2e4"}}},
		},
	})
	c := tab.Chapter("x")
	if got := tab.moves("x"); got != "(e4{1 Black wins: time ran out.})" {
		t.Errorf("the moves are %s", got)
	}
	if len(c.Tags) != 1 || c.Tags[0].Value != "time forfeit" {
		t.Errorf("the tags are %q", c.Tags)
	}
}

// Chapters come with games, are renamed, sorted and deleted.
func TestChapters(t *testing.T) {
	tab := newTable(t)
	text := "[Variant \"shrink\"]\n[White \"Zoë\"]\n[Orientation \"Black\"]\n[X-Odd \"1\"]\n\n" +
		"1. e4 {good} (1. d4 d5) e5 *\n\n[Event \"Two\"]\n\n*\n"
	list, _, err := sharedstudy.Import(t.Context(), text, "chess", "x", 1, games())
	if err != nil {
		t.Fatal(err)
	}
	tab.do(ann, list...)
	tab.do(ann, list...) // sent again
	if len(tab.Chapters) != 3 {
		t.Fatalf("%d chapters", len(tab.Chapters))
	}
	one, two := tab.Chapters[1], tab.Chapters[2]
	got := []string{one.Name, one.Variant, two.Name, two.Variant, tab.moves("x1")}
	if want := []string{"Zoë – ?", "shrink", "Two", "chess", "(e4{1 good}(e5))(d4(d5))"}; !slices.Equal(got, want) {
		t.Errorf("imported: %q", got)
	}
	if tags := tab.Chapters[1].Tags; !tab.Chapters[1].Flipped || len(tags) != 2 || tags[1].Name != "X-Odd" {
		t.Errorf("imported: %+v", tab.Chapters[1].Head)
	}
	pgn, err := tab.PGN(tab.Chapters[1:2], rules.ByName)
	if err != nil {
		t.Fatal(err)
	}
	again, _, err := sharedstudy.Import(t.Context(), pgn, "chess", "y", 3, games())
	if err != nil {
		t.Fatal(err)
	}
	tab.do(bob, again...)
	if c := tab.Chapter("y1"); c.Name != "Zoë – ?" || !c.Flipped || len(c.Tags) != 2 {
		t.Errorf("out and in again: %+v", c.Head)
	}
	if got := tab.moves("y1"); got != "(e4{2 good}(e5))(d4(d5))" {
		t.Errorf("out and in again: %s", got)
	}
	tab.do(bob, sharedstudy.Command{Kind: sharedstudy.OrderChapters, Order: []string{"y1", "gone", "x2"}})
	tab.do(bob, sharedstudy.Command{Kind: sharedstudy.SetHead, Chapter: "y1", Head: &sharedstudy.HeadEdit{
		Name:   ptr(" A  name "),
		Mode:   ptr(sharedstudy.Find),
		Result: ptr("1-0"),
	}})
	ids := ""
	for _, c := range tab.Chapters {
		ids += c.ID + " "
	}
	if ids != "y1 x2 c x1 " || tab.Chapters[0].Name != "A name" {
		t.Errorf("order %s, name %q", ids, tab.Chapters[0].Name)
	}
	seen := tab.Seq
	tab.do(ann, sharedstudy.Command{Kind: sharedstudy.AddLine, Chapter: "x2", Base: seen, Moves: path("e2e4")})
	drop := sharedstudy.Command{Kind: sharedstudy.DropChapter, Chapter: "x2", Base: seen}
	rejects(t, tab.try(bob, drop), "changed the chapter")
	drop.Base = tab.Seq
	tab.do(bob, drop, drop)
	if tab.Chapter("x2") != nil {
		t.Error("a deleted chapter is there")
	}
	if !strings.Contains(tab.Words(), "zoë") || !strings.Contains(tab.Words(), "ann") {
		t.Errorf("words: %q", tab.Words())
	}
}

// Moves are named in the form that nodes have, whatever a client writes.
func TestPaths(t *testing.T) {
	tab := newTable(t)
	fen := "7k/1P6/8/8/8/8/8/7K w - - 0 1"
	tab.do(ann, addChapter("p", sharedstudy.HeadEdit{Name: ptr("Promotion"), Variant: "chess", FEN: fen}))
	at := func(c sharedstudy.Command) sharedstudy.Command {
		c.Chapter = "p"
		return c
	}
	tab.do(ann,
		at(line(9, "", "b7b8Q")),
		at(line(9, "b7b8Q", "h8h7")),
		at(line(9, "b7b8Q h8h7", "h1h2")),
		at(comment(9, "b7b8Q h8h7", "", "here")),
	)
	if got := tab.moves("p"); got != "(b8=Q+(Kh7{1 here}(Kh2)))" {
		t.Errorf("got %s", got)
	}
	tab.do(ann, at(cut(tab.Seq, "b7b8Q h8h7")))
	if got := tab.moves("p"); got != "(b8=Q+)" {
		t.Errorf("got %s", got)
	}
}

// Limits hold, and who is rejected leaves nothing behind.
func TestLimits(t *testing.T) {
	tab := newTable(t)
	tags := []study.Tag{{Name: "Annotator", Value: strings.Repeat("x", 401)}}
	rejects(t, tab.try(ann, setHead(sharedstudy.HeadEdit{Tags: &tags})), "too long")
	rejects(t, tab.try(cid, comment(3, "", "", strings.Repeat("x", sharedstudy.MaxComment+1))), "4001 characters")
	if len(tab.People) != 2 {
		t.Errorf("%d people after a rejected comment", len(tab.People))
	}
	// Readers do not fill a study.
	tab.quick = true
	var at []string
	for i := 0; ; i++ {
		if i > 300 {
			t.Fatal("a reader can fill a study")
		}
		at = append(at, strings.Fields("g1f3 g8f6 f3g1 f6g8")[i%4])
		c := comment(3, strings.Join(at, " "), "", strings.Repeat("ä😀", sharedstudy.MaxComment/2))
		tab.do(ann, sharedstudy.Command{Kind: sharedstudy.AddLine, Path: at})
		if err := tab.try(cid, c); err != nil {
			rejects(t, err, "as large as")
			break
		}
	}
	dan := sender("d", "Dan")
	rejects(t, tab.try(dan, comment(3, "", "", "hello")), "as large as")
	if len(tab.People) != 3 {
		t.Errorf("%d people after a rejected comment", len(tab.People))
	}
	tab.do(bob, comment(3, "", "", "an editor still writes"))
	if _, err := tab.PGN([]*sharedstudy.Chapter{tab.Chapter("c")}, rules.ByName); err != nil {
		t.Error(err)
	}
}

// A main line does not become a variation that is nested too deep for PGN.
func TestNesting(t *testing.T) {
	tab := newTable(t)
	var at []string
	var err error
	for i := 0; i < 200 && err == nil; i++ {
		main := strings.Fields("g1f3 g8f6 f3g1 f6g8")[i%4]
		side := strings.Fields("b1c3 b8c6 b1c3 b8c6")[i%4]
		here := strings.Join(at, " ")
		sort := sharedstudy.Command{Kind: sharedstudy.SortMoves, Path: at, Order: []string{side}}
		err = tab.try(ann, line(3, here, main), line(3, here, side), sort)
		at = append(at, main)
	}
	rejects(t, err, "nested at most 150")
	if _, err := tab.PGN([]*sharedstudy.Chapter{tab.Chapter("c")}, rules.ByName); err != nil {
		t.Error(err)
	}
}

// Contributors change tags one by one; a chapter has each once, as PGN has it.
func TestTags(t *testing.T) {
	tab := newTable(t)
	set := func(tags ...study.Tag) sharedstudy.Command {
		return setHead(sharedstudy.HeadEdit{SetTags: tags})
	}
	tab.do(ann, set(study.Tag{Name: "White", Value: "Zoë"}, study.Tag{Name: "WhiteElo", Value: " 2100\n"}))
	tab.do(bob, set(study.Tag{Name: "Black", Value: "Max"}, study.Tag{Name: "Round", Value: ""}))
	tab.do(ann, set(
		study.Tag{Name: "White", Value: "Zoë Q."},
		study.Tag{Name: "WhiteElo", Value: ""},
		study.Tag{Name: "Date", Value: "2024.05.??"},
	))
	want := []study.Tag{
		{Name: "White", Value: "Zoë Q."},
		{Name: "Black", Value: "Max"},
		{Name: "Date", Value: "2024.05.??"},
	}
	if got := tab.Chapters[0].Tags; !slices.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	last := tab.Seq
	tab.do(bob, set(study.Tag{Name: "Black", Value: "Max"}), set(study.Tag{Name: "Round", Value: ""})) // sent again
	if tab.Seq != last {
		t.Error("tags that change nothing are an event")
	}
	pgn, err := tab.PGN(tab.Chapters[:1], rules.ByName)
	if err != nil || !strings.Contains(pgn, `[White "Zoë Q."]`) || !strings.Contains(pgn, `[Date "2024.05.??"]`) {
		t.Errorf("%v: the PGN is %s", err, pgn)
	}
	var many []study.Tag
	for i := range 41 {
		many = append(many, study.Tag{Name: fmt.Sprintf("Tag%d", i), Value: "x"})
	}
	rejects(t, tab.try(cid, set(want...)), "Only the owner and contributors")
	rejects(t, tab.try(ann, set(study.Tag{Name: "FEN", Value: "x"})), "follows from the game")
	rejects(t, tab.try(ann, set(study.Tag{Name: "ChapterName", Value: "x"})), "follows from the chapter")
	rejects(t, tab.try(ann, set(many...)), "at most 40 tags")
}

// Who has deleted a line brings it back with the comments of all, and keeps what is there since.
func TestRestoreLine(t *testing.T) {
	tab := newTable(t)
	restore := func(at string) sharedstudy.Command {
		return sharedstudy.Command{Kind: sharedstudy.RestoreLine, Path: path(at)}
	}
	tab.do(ann, line(3, "", "e2e4 e7e5"), line(3, "e2e4", "c7c5 g1f3"))
	tab.do(bob, comment(tab.Seq, "e2e4 c7c5", "", "Sicilian"))
	tab.do(cid, comment(tab.Seq, "e2e4 c7c5 g1f3", "", "open?"))
	const all = "(e4(e5)(c5{2 Sicilian}(Nf3{3 open?})))"
	tab.wants(all)
	tab.do(ann, cut(tab.Seq, "e2e4 c7c5"))
	tab.wants("(e4(e5))")
	rejects(t, tab.try(bob, restore("e2e4 c7c5")), "not kept any more") // it was Ann who deleted it
	rejects(t, tab.try(cid, restore("e2e4 c7c5")), "Only the owner and contributors")
	last := tab.Seq
	tab.do(ann, restore("e2e4 c7c5"))
	tab.wants(all)
	if tab.Seq != last+1 {
		t.Errorf("%d events", tab.Seq-last)
	}
	tab.do(ann, restore("e2e4 c7c5")) // sent again
	if tab.Seq != last+1 {
		t.Error("a line that is restored twice is an event")
	}

	// Within one request, as after some time without a network.
	tab.do(ann, cut(tab.Seq, "e2e4"), restore("e2e4"))
	tab.wants(all)
	tab.do(ann, cut(tab.Seq, "e2e4 c7c5"))
	tab.do(bob, line(tab.Seq, "e2e4", "c7c5 d2d4"), comment(tab.Seq, "e2e4 c7c5", "", "again"))
	tab.do(ann, restore("e2e4 c7c5"))
	tab.wants("(e4(e5)(c5{2 again}(d4)(Nf3{3 open?})))")
	tab.do(ann, cut(tab.Seq, "e2e4 c7c5"))
	tab.do(bob, cut(tab.Seq, "e2e4"))
	tab.do(ann, restore("e2e4 c7c5"))
	tab.wants("(e4(c5{2 again}(d4)(Nf3{3 open?})))")
	tab.do(ann, cut(tab.Seq, "e2e4 c7c5"))
	tab.do(bob, cut(tab.Seq, "e2e4"), restore("e2e4"))
	tab.wants("(e4)")
	tab.do(bob, cut(tab.Seq, "e2e4"))
	first := strings.Fields("a2a3 a2a4 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 e2e3 e2e4 " +
		"f2f3 f2f4 g2g3 g2g4 h2h3 h2h4 b1a3 b1c3 g1f3 g1h3")
	for i, move := range first { // the study keeps the last lines
		tab.do(ann, line(tab.Seq, "", move), cut(tab.Seq, move))
		if i == 18 {
			tab.do(bob, restore("e2e4"))
			tab.wants("(e4)")
		}
	}
	rejects(t, tab.try(bob, restore("d2d4")), "not kept any more")
	tab.do(bob, cut(tab.Seq, "e2e4"))
	for _, move := range first {
		tab.do(ann, line(tab.Seq, "", move), cut(tab.Seq, move))
	}
	rejects(t, tab.try(bob, restore("e2e4")), "not kept any more")
}

// A comment that was removed does not come back with a line that was deleted before, and what others have said since
// stays.
func TestRestoreRemoved(t *testing.T) {
	tab := newTable(t)
	restore := sharedstudy.Command{Kind: sharedstudy.RestoreLine, Path: path("e2e4 c7c5")}
	tab.do(ann, line(3, "", "e2e4 c7c5"))
	tab.do(bob, comment(tab.Seq, "e2e4 c7c5", "", "Sicilian"))
	tab.do(ann, cut(tab.Seq, "e2e4 c7c5"), restore)
	tab.wants("(e4(c5{2 Sicilian}))")
	tab.do(bob, comment(tab.Seq, "e2e4 c7c5", "Sicilian", ""))
	tab.wants("(e4(c5))")
	tab.do(ann, restore)
	tab.wants("(e4(c5))")
	// A second deletion at the same place replaces the first.
	tab.do(bob, comment(tab.Seq, "e2e4 c7c5", "", "again"))
	tab.do(ann, cut(tab.Seq, "e2e4 c7c5"), line(tab.Seq, "e2e4", "c7c5"), cut(tab.Seq, "e2e4 c7c5"), restore)
	tab.wants("(e4(c5))")
}
