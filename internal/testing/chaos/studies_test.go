package chaos

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/jackc/pgx/v5"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
)

const (
	created  = 3   // events of a new study
	longBook = 300 // events of a study before the next one begins; the server keeps more
	chapter  = "c"
	password = "four random words of a test"
)

// book is the history of a shared study: each user writes a comment at its start position again and again, with a line
// of text that no other attempt has.
type book struct {
	w  *world
	id string

	mu       sync.Mutex
	attempts []*writing
	readings []bookReading
	events   map[int]sharedstudy.EventView // those that a client has seen
	seen     map[int]moment                // when first
	known    map[string]int                // the last event that each user knows
	wrong    []string
	lines    int // that were written, as check has found
}

// writing is one request to write a line.
type writing struct {
	who, line    string
	call, answer moment // never: without an answer
	rejected     bool
	seq          int // number of the study's last event in the answer
}

// bookReading is an answer to a user who knew the events up to from.
type bookReading struct {
	call, answer moment
	from, seq    int
	exact        bool // the answer to a change, which no other node's change may be missing in
}

func (w *world) newBook(ctx context.Context, owner *guest, id string) (*book, error) {
	b := &book{
		w: w, id: id, events: map[int]sharedstudy.EventView{}, seen: map[int]moment{}, known: map[string]int{},
	}
	for seq := range created { // what a new study has
		b.events[seq+1] = creation(seq + 1)
	}
	name := "One"
	return b, owner.insist(ctx, http.MethodPost, "/api/studies", sharedstudy.NewSharedStudy{
		ID: livegame.ID(id), Name: "Chaos", Visibility: "unlisted",
		Chapters: []sharedstudy.NewChapter{{Chapter: chapter, Head: sharedstudy.HeadEdit{Name: &name, Variant: "shrink"}}},
	}, nil)
}

// insist sends a request to one node after the other until it has an answer.
func (g *guest) insist(ctx context.Context, method, path string, in, out any) error {
	for node := 0; ctx.Err() == nil; node++ {
		err := g.call(ctx, node%len(g.w.urls), method, path, in, out)
		if refusal := (*rejection)(nil); err == nil || errors.As(err, &refusal) {
			return err
		}
		pause(ctx, 100*time.Millisecond)
	}
	return ctx.Err()
}

// write writes a line, by several attempts if there is no answer.
func (b *book) write(ctx context.Context, g *guest, random *rand.Rand, line string) {
	for try := 0; ctx.Err() == nil && try < 5; try++ {
		b.mu.Lock()
		since := max(created, b.known[g.name])
		a := &writing{who: g.name, line: line, call: b.w.now(), answer: never}
		b.attempts = append(b.attempts, a)
		was := b.comment(since, g.account)
		b.mu.Unlock()
		var out sharedstudy.Answer
		err := g.call(ctx, random.IntN(len(b.w.urls)), http.MethodPost, "/api/studies/"+b.id+"/commands",
			sharedstudy.Commands{Since: since, Commands: []sharedstudy.Command{{
				Kind: "comment", Base: since, Chapter: chapter, Comment: &sharedstudy.TextEdit{Was: was, Text: line},
			}}}, &out)
		if refusal := (*rejection)(nil); errors.As(err, &refusal) {
			b.mu.Lock()
			a.answer, a.rejected = b.w.now(), true
			b.mu.Unlock()
			return
		}
		if err != nil {
			pause(ctx, 50*time.Millisecond)
			continue
		}
		b.take(g, &out.NewsView, a.call, since, true)
		b.mu.Lock()
		defer b.mu.Unlock()
		a.answer, a.seq, a.rejected = b.w.now(), out.Seq, len(out.Rejected) != 1 || out.Rejected[0] != ""
		if a.rejected && !strings.Contains(out.Rejected[0], "older than a day") { // nodes know it as it was seconds ago
			b.fault("%s: the line %q was rejected: %q", g.name, line, out.Rejected)
		}
		return
	}
}

// read reads what is new.
func (b *book) read(ctx context.Context, g *guest, node int) {
	b.mu.Lock()
	since := max(created, b.known[g.name])
	b.mu.Unlock()
	call := b.w.now()
	var out sharedstudy.NewsView
	if g.call(ctx, node, http.MethodGet, fmt.Sprintf("/api/studies/%s/events?since=%d", b.id, since), nil, &out) == nil {
		b.take(g, &out, call, since, false)
	}
}

// take takes an answer.
func (b *book) take(g *guest, n *sharedstudy.NewsView, call moment, since int, exact bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.w.now()
	// A node that has just read the study has no events before the snapshot: the page is to read all of it again.
	if !n.Reset && len(n.Events) != n.Seq-since {
		b.fault("%s knew event %d, and got %d more up to event %d at %.3f s",
			g.name, since, len(n.Events), n.Seq, seconds(now))
	}
	for _, e := range n.Events {
		if first, known := b.events[e.Seq]; !known {
			b.events[e.Seq], b.seen[e.Seq] = e, now
		} else if signature(first) != signature(e) {
			b.fault("event %d was %s and then %s", e.Seq, signature(first), signature(e))
		}
	}
	b.known[g.name] = max(b.known[g.name], n.Seq)
	b.readings = append(b.readings, bookReading{call, now, since, n.Seq, exact})
}

func (b *book) fault(format string, args ...any) {
	if len(b.wrong) < 20 {
		b.wrong = append(b.wrong, fmt.Sprintf(format, args...))
	}
}

// creation stands for an event that a new study has.
func creation(seq int) sharedstudy.EventView {
	return sharedstudy.EventView{Seq: seq, Event: sharedstudy.Event{Kind: "creation"}}
}

// signature identifies an event.
func signature(e sharedstudy.EventView) string {
	return fmt.Sprintf("%s by %d: %q", e.Kind, e.By, textOf(e))
}

// textOf returns the comment of the author of an event; "" if there is none.
func textOf(e sharedstudy.EventView) string {
	if e.Note != nil {
		if c := e.Note.Of(e.By); c != nil {
			return c.Text
		}
	}
	return ""
}

// comment returns the comment of a user after an event. The caller holds the lock.
func (b *book) comment(seq int, who string) string {
	for ; seq > 0; seq-- {
		if text := textOf(b.events[seq]); strings.HasPrefix(text, who+" ") {
			return text
		}
	}
	return ""
}

// long reports whether it is time for another study.
func (b *book) long() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.events) > longBook
}

// check returns the faults of a history: what was acknowledged must be in the study, in an order that no clock
// contradicts, and each answer must show a beginning of it. Lines that were first sent when their author's session had
// ended must not be in it.
func (b *book) check(r sharedstudy.Record, ended func(who string) moment) (faults []string, operations int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(r.Events) != r.Seq-created {
		b.fault("the database has %d events of %d", len(r.Events), r.Seq)
		return b.wrong, 0
	}
	sent := map[string]moment{} // when each line was sent first
	for _, a := range b.attempts {
		if first, known := sent[a.line]; !known || a.call < first {
			sent[a.line] = a.call
		}
	}
	void := func(a *writing) bool { return sent[a.line] > ended(a.who) }
	for _, e := range r.Events {
		p := sharedstudy.EventView{Seq: e.Seq, Event: e}
		if first, known := b.events[e.Seq]; !known {
			b.events[e.Seq], b.seen[e.Seq] = p, never
		} else if textOf(first) != textOf(p) {
			b.fault("event %d was shown as %s, but the database has %q", e.Seq, signature(first), textOf(p))
		}
	}
	var list []porcupine.Operation
	add := func(s *step, call, ret moment) {
		list = append(list, porcupine.Operation{ClientId: len(list), Input: s, Call: call, Return: ret})
	}
	chain, made := []uint64{0}, map[string]int{} // the event of each line
	for seq := 1; seq <= r.Seq; seq++ {
		e, known := b.events[seq]
		if !known {
			b.fault("nobody has event %d of %d", seq, r.Seq)
			break
		}
		chain = append(chain, chainOf(chain[seq-1], seq, signature(e)))
		first := never
		for _, a := range b.attempts {
			if hasLine(textOf(e), a.line) {
				if made[a.line] == 0 {
					made[a.line] = seq
				}
				if void(a) {
					b.fault("event %d has %q, which %s could not write any more", seq, a.line, a.who)
				}
				first = min(first, sent[a.line])
			}
		}
		if first == never {
			if e.Note != nil {
				b.fault("nobody wrote event %d, %s", seq, signature(e))
			}
			first = 0
		}
		add(&step{kind: happens, id: signature(e), seq: seq}, first, max(b.seen[seq], first))
	}
	for _, q := range b.readings {
		if q.seq < q.from {
			b.fault("an answer at %.3f s ends with event %d, but its reader knew event %d", seconds(q.answer), q.seq, q.from)
		}
		if q.seq >= len(chain) {
			b.fault("an answer at %.3f s has event %d of %d", seconds(q.answer), q.seq, r.Seq)
			continue
		}
		if !q.exact { // it may be as old as a node's look at the database
			q.call = 0
		}
		add(&step{kind: reads, seq: q.seq, chain: chain[q.seq]}, q.call, q.answer)
	}
	for _, a := range b.attempts {
		switch {
		case a.answer == never || a.rejected:
		case void(a):
			b.fault("%q of %s was acknowledged at %.3f s", a.line, a.who, seconds(a.answer))
		case made[a.line] == 0:
			b.fault("%q of %s, acknowledged at %.3f s, is lost", a.line, a.who, seconds(a.answer))
		case made[a.line] > a.seq:
			b.fault("%q of %s was acknowledged with event %d, but is event %d", a.line, a.who, a.seq, made[a.line])
		}
	}
	if result := porcupine.CheckOperationsTimeout(logModel, list, checkTime); result != porcupine.Ok {
		b.fault("the history is not linearizable: %s", result)
	}
	b.lines = len(made)
	return b.wrong, len(list)
}

func hasLine(text, line string) bool { return slices.Contains(strings.Split(text, "\n"), line) }

// account gives a user an account, which is older than a day, so that it may comment.
func (w *world) account(ctx context.Context, name string) (*guest, error) {
	g, err := w.newGuest(ctx, name)
	if err == nil {
		g.was, g.account = g.cookie(), name
		err = g.signUp(ctx)
	}
	for err == nil && ctx.Err() == nil {
		err := w.age(ctx, name)
		if err == nil {
			return g, nil
		}
		pause(ctx, 100*time.Millisecond)
	}
	return g, cmp.Or(err, ctx.Err())
}

// age makes an account two days older.
func (w *world) age(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	conn, err := pgx.Connect(ctx, w.db)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	made, err := conn.Exec(ctx, "UPDATE accounts SET created = created - $2 WHERE name = $1",
		name, 2*24*time.Hour.Milliseconds())
	if err == nil && made.RowsAffected() != 1 {
		err = fmt.Errorf("there are %d accounts %s", made.RowsAffected(), name)
	}
	return err
}

// signUp makes the user's account.
func (g *guest) signUp(ctx context.Context) error {
	w := g.w
	for node := 0; ctx.Err() == nil; node++ {
		err := g.callWithin(ctx, time.Minute, node%len(w.urls), http.MethodPost, "/api/signup",
			account.SignUp{Name: g.account, Password: password}, nil)
		if refusal := (*rejection)(nil); errors.As(err, &refusal) { // the last attempt may have made it
			return g.signIn(ctx)
		}
		if err == nil {
			return nil
		}
		pause(ctx, 100*time.Millisecond)
	}
	return ctx.Err()
}

// signUpOthers gives accounts to those who write in studies and play in a tournament, before the faults begin.
func (w *world) signUpOthers(ctx context.Context) (*library, *arena) {
	l := &library{w: w, people: map[string]*person{}}
	var players []*guest
	for n := range 3 {
		g, err := w.account(ctx, fmt.Sprintf("Author-%d", n))
		w.must(err)
		l.authors = append(l.authors, g)
	}
	l.owner = l.authors[0]
	for n := range 4 {
		g, err := w.account(ctx, fmt.Sprintf("Player-%d", n))
		w.must(err)
		players = append(players, g)
	}
	a, err := w.newArena(ctx, players)
	w.must(err)
	return l, a
}

// signIn begins a session of the user's account.
func (g *guest) signIn(ctx context.Context) error {
	return g.insist(ctx, http.MethodPost, "/api/signin", account.SignIn{Name: g.account, Password: password}, nil)
}

// person is who writes in studies, whose sessions are revoked, or whose account is deleted.
type person struct {
	*guest
	ended moment // when what it could do has ended; 0: it has not
}

// library is what users write.
type library struct {
	w       *world
	owner   *guest
	authors []*guest

	mu     sync.Mutex
	books  []*book
	people map[string]*person // whose sessions end, by name of the guest
	gone   []*guest           // whose accounts were deleted
	late   int                // answers to sessions long after they were revoked
	faults []string
}

// book returns the study that is written in now.
func (l *library) book(ctx context.Context) (*book, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := len(l.books); n == 0 || l.books[n-1].long() {
		b, err := l.w.newBook(ctx, l.owner, fmt.Sprintf("chaos-%d-study-%d", l.w.seed, n))
		if err != nil {
			return nil, err
		}
		l.books = append(l.books, b)
	}
	return l.books[len(l.books)-1], nil
}

// work writes in studies until the context is done, while sessions are revoked and accounts deleted.
func (l *library) work(ctx context.Context) {
	var all sync.WaitGroup
	for n, g := range l.authors {
		all.Go(func() {
			random := rand.New(rand.NewPCG(l.w.seed, uint64(n)+300)) //nolint:gosec // a test
			for i := 0; ctx.Err() == nil; i++ {
				b, err := l.book(ctx)
				if err != nil {
					l.fault(ctx, "a study cannot be created: %v", err)
					return
				}
				b.write(ctx, g, random, fmt.Sprintf("%s %d", g.account, i))
				if random.IntN(3) == 0 {
					b.read(ctx, g, random.IntN(len(l.w.urls)))
				}
				pause(ctx, time.Duration(50+random.IntN(300))*time.Millisecond)
			}
		})
	}
	all.Go(func() { l.revoke(ctx) })
	all.Go(func() { l.leave(ctx) })
	all.Wait()
}

func (l *library) fault(ctx context.Context, format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if ctx.Err() == nil {
		l.faults = append(l.faults, fmt.Sprintf(format, args...))
	}
}

// stranger returns another browser of an account.
func (l *library) stranger(ctx context.Context, name, account string) (*person, error) {
	g, err := l.w.newGuest(ctx, name)
	if err != nil {
		return nil, err
	}
	g.account = account
	p := &person{guest: g}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.people[name] = p
	return p, nil
}

// end notes that a person's sessions have ended.
func (l *library) end(p *person) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p.ended = l.w.now()
}

// ended returns when a user's session ended, or never.
func (l *library) ended(who string) moment {
	l.mu.Lock()
	defer l.mu.Unlock()
	if p := l.people[who]; p != nil && p.ended > 0 {
		return p.ended
	}
	return never
}

// forgetTime is how long a node may answer reads of a session that was revoked on another one.
const forgetTime = 10 * time.Second

// deletionTime is how long the deletion of an account may take once all faults are lifted: three looks at what is to
// be deleted, since the node that looked may have died.
const deletionTime = time.Minute

// revoke revokes sessions of an account, one after the other, while they write, and while a request of theirs is held.
func (l *library) revoke(ctx context.Context) {
	first, err := l.w.account(ctx, "Reviser")
	if err != nil {
		l.fault(ctx, "no account: %v", err)
		return
	}
	quiet, err := l.w.newBook(ctx, first, fmt.Sprintf("chaos-%d-quiet", l.w.seed))
	if err != nil {
		l.fault(ctx, "a study cannot be created: %v", err)
		return
	}
	random := rand.New(rand.NewPCG(l.w.seed, 400)) //nolint:gosec // a test
	var held sync.WaitGroup
	defer held.Wait()
	for n := 0; ctx.Err() == nil; n++ {
		p, err := l.stranger(ctx, fmt.Sprintf("session %d of Reviser", n), first.account)
		if err == nil {
			err = p.signIn(ctx)
		}
		if err != nil {
			l.fault(ctx, "Reviser cannot sign in: %v", err)
			return
		}
		held.Go(func() { l.hold(ctx, p, quiet.id, random.IntN(len(l.w.urls))) })
		l.until(ctx, p, random, func(ctx context.Context) error {
			return first.insist(ctx, http.MethodDelete, "/api/account/sessions", nil, nil)
		})
		l.w.count("sessions", 1)
	}
}

// hold has requests of a session held, as long as they are answered.
func (l *library) hold(ctx context.Context, p *person, study string, node int) {
	for ctx.Err() == nil {
		err := p.callWithin(ctx, time.Minute, node, http.MethodGet, "/api/studies/"+study+"/events?since=3", nil, nil)
		if ctx.Err() != nil {
			return
		}
		l.mu.Lock()
		ended, now := p.ended, l.w.now()
		if err == nil && ended > 0 && now-ended > int64(forgetTime) {
			l.late++
		}
		l.mu.Unlock()
		if refusal := (*rejection)(nil); errors.As(err, &refusal) || ended > 0 {
			return
		}
		pause(ctx, 100*time.Millisecond)
	}
}

// until has a person write until what it may do has ended, and some time longer.
func (l *library) until(
	ctx context.Context, p *person, random *rand.Rand, end func(context.Context) error,
) {
	b, err := l.book(ctx)
	if err != nil {
		return
	}
	writing, stop := context.WithCancel(ctx)
	var all sync.WaitGroup
	name := p.account
	if name == "" {
		name = p.name
	}
	for k := range 2 { // at the same time
		random := rand.New(rand.NewPCG(random.Uint64(), 1)) //nolint:gosec // a test
		all.Go(func() {
			for i := 0; writing.Err() == nil; i++ {
				b.write(writing, p.guest, random, fmt.Sprintf("%s %s %d.%d", name, p.name, k, i))
				pause(writing, time.Duration(100+random.IntN(200))*time.Millisecond)
			}
		})
	}
	pause(ctx, time.Duration(500+random.IntN(1500))*time.Millisecond)
	if err := end(ctx); err != nil {
		l.fault(ctx, "%s: what should end its session fails: %v", p.name, err)
	} else {
		l.end(p)
	}
	pause(ctx, time.Second)
	stop()
	all.Wait()
}

// leave deletes accounts that write and play.
func (l *library) leave(ctx context.Context) {
	random := rand.New(rand.NewPCG(l.w.seed, 500)) //nolint:gosec // a test
	for n := 0; ctx.Err() == nil; n++ {
		name := fmt.Sprintf("Leaver-%d", n)
		g, err := l.w.account(ctx, name)
		if err != nil {
			l.fault(ctx, "no account: %v", err)
			return
		}
		p := &person{guest: g}
		l.mu.Lock()
		l.people[name] = p
		l.mu.Unlock()
		l.until(ctx, p, random, func(ctx context.Context) error {
			err := g.insist(ctx, http.MethodPost, "/api/account/delete", account.DeleteAccount{Name: name}, nil)
			if refusal := (*rejection)(nil); errors.As(err, &refusal) && refusal.Status == http.StatusUnauthorized {
				err = nil // an attempt without an answer has deleted it
			}
			return err
		})
		if l.ended(name) == never { // the run has ended
			return
		}
		if err := g.signIn(ctx); err == nil {
			l.fault(ctx, "%s signs in after the account was deleted", name)
		}
		l.mu.Lock()
		l.gone = append(l.gone, g)
		l.mu.Unlock()
		l.w.count("deletions", 1)
	}
}

// check checks all that was written, and that nothing is left of deleted accounts.
func (l *library) check(ctx context.Context, db *gamestore.Store) {
	t := l.w.t
	for _, text := range l.faults {
		t.Error(text)
	}
	if l.late > 0 {
		t.Errorf("%d requests were answered more than %v after their session was revoked", l.late, forgetTime)
	}
	begun := time.Now()
	for _, g := range l.gone {
		for left := l.remains(ctx, db, g); left != ""; left = l.remains(ctx, db, g) {
			if time.Since(begun) > deletionTime {
				t.Errorf("%v after the faults, %s is not deleted: %s", deletionTime, g.account, left)
				break
			}
			pause(ctx, 200*time.Millisecond)
		}
	}
	for _, b := range l.books {
		r, err := sharedstudy.Stored(ctx, db.DB(), livegame.ID(b.id), created)
		l.w.must(err)
		faults, operations := b.check(r, l.ended)
		for _, text := range faults {
			t.Errorf("study %s: %s", b.id, text)
		}
		l.w.counts["operations"] += operations
		l.w.counts["lines"] += b.lines
	}
}

// remains says what is left of a deleted account; "": nothing.
func (l *library) remains(ctx context.Context, db *gamestore.Store, g *guest) string {
	if a, err := (&account.Store{DB: db.DB()}).AccountByKey(ctx, strings.ToLower(g.account)); err == nil {
		return "the account " + a.ID
	}
	for _, b := range l.books {
		r, err := sharedstudy.Stored(ctx, db.DB(), livegame.ID(b.id), 0)
		if err != nil {
			return err.Error()
		}
		for _, p := range r.People {
			if p.Name == g.account {
				return "its name in study " + b.id
			}
		}
	}
	return ""
}
