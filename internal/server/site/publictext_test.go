package site_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/profile"
	"github.com/wane-chess/wane/internal/server/publictext"
	puzzles "github.com/wane-chess/wane/internal/server/puzzle"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
	"github.com/wane-chess/wane/internal/server/tournament"
	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/rules"
)

// kept are the free texts in bodies of requests that no stranger reads, by the reason. A name ends with * for all
// fields that begin so.
var kept = map[string]string{
	"parsed as moves, positions, squares and names of what exists, or refused": `
		answer-run answers[].moves[]
		begin-run variant
		challenge-engine fen
		challenge-engine rules
		challenge-engine variant
		challenge-player fen
		challenge-player player
		challenge-player variant
		change-study commands[].edit.addArrows[].*
		change-study commands[].edit.addCircles[].*
		change-study commands[].edit.removeArrows[].*
		change-study commands[].edit.removeCircles[].*
		change-study commands[].game.fen
		change-study commands[].game.result
		change-study commands[].game.root.arrows[].*
		change-study commands[].game.root.circles[].*
		change-study commands[].game.root.move
		change-study commands[].game.variant
		change-study commands[].head.fen
		change-study commands[].head.variant
		change-study commands[].moves[]
		change-study commands[].order[]
		change-study commands[].path[]
		change-study commands[].player
		choices *
		create-arena startDate
		create-arena variant
		create-challenge fen
		create-challenge rules
		create-challenge variant
		create-game fen
		create-game variant
		create-open-challenge fen
		create-open-challenge rules
		create-open-challenge variant
		create-shared-study chapters[].game.fen
		create-shared-study chapters[].game.result
		create-shared-study chapters[].game.root.arrows[].*
		create-shared-study chapters[].game.root.circles[].*
		create-shared-study chapters[].game.root.move
		create-shared-study chapters[].game.variant
		create-shared-study chapters[].head.fen
		create-shared-study chapters[].head.variant
		create-shared-study variant
		create-swiss startsAt
		create-swiss variant
		create-tournament variant
		do id
		do move
		do order
		draft *
		exchange-code *
		find-opponent variant
		import-chapters variant
		judge moves[]
		preview *
		propose-opening-name moves[]
		propose-opening-name variant
		publish-puzzle fen
		publish-puzzle variant
		say-in-game id
		say-in-game preset
		say-in-study id
		say-in-study preset
		say-in-tournament id
		say-in-tournament preset
		seek *
		settle-attempts *
		views *
		decline-challenge reason`,
	"not stored": `
		export-games
		get-users
		stream-games-of-users
		change-study commands[].comment.was
		change-study commands[].edit.before.was
		change-study commands[].edit.hint.was
		change-study commands[].game.root.san
		change-study commands[].game.title
		change-study commands[].settings.description.was
		create-shared-study chapters[].game.root.san
		create-shared-study chapters[].game.title`,
	"private to the account": `
		add-passkey *
		clone-study name
		confirm password
		confirm-email secret
		create-arena password
		create-swiss password
		create-tournament password
		delete-account name
		import-game pgn
		join-arena password
		join-swiss password
		join-tournament password
		new-token name
		put-conditional-moves lines[][]
		put-email *
		put-note text
		put-password password
		put-study *
		read-notifications *
		recover *
		rename-passkey name
		request-reset *
		reset-password *
		sign-in *
		sign-in-with-passkey *
		sign-up password
		subscribe-push *
		test-tokens
		unsubscribe-push endpoint`,
	"for moderators, also from those whom they have muted": `
		report *
		report-puzzle text`,
	"of moderators, for the log": `
		decide-puzzle reason
		decide-reports reason
		user-*`,
	"an address or refused, and no insult, as TestAbout of package profile shows": `
		put-about link`,
	"as with say-in-game; what is not allowed is dropped, as TestChat of package lichess shows": `
		chat-board-game text
		chat-bot-game text`,
}

// A publicText is a way by which a text reaches others.
type publicText struct {
	fields       string // of the operation; several, if a test of one is a test of all
	method, path string // {of} stands for the name of the account, {n} for a number
	body         string // {text} stands for the text
	young, links bool   // new accounts write it; addresses of the web are allowed
	guest        bool   // it is a name: guests choose it
}

// gameOf returns a game with one text.
func gameOf(before, after, event, reason string) string {
	return `{"variant":"chess","title":"","fen":"","tags":[{"name":"Event","value":"` + event + `"}],"result":"1-0",` +
		`"reason":"` + reason + `","root":{"move":"","san":"","before":"","after":"","children":[` +
		`{"move":"e2e4","san":"e4","before":"` + before + `","after":"` + after + `","children":[]}]}}`
}

// published are the texts that others read.
var published = []publicText{
	{fields: "say-in-game text", method: "POST", path: "/api/games/{game}/chat",
		body: `{"id":"message-{n}","room":"spectators","text":"{text}"}`},
	{fields: "say-in-tournament text", method: "POST", path: "/api/tournaments/the-cup-of-ann/chat",
		body: `{"id":"message-{n}","text":"{text}"}`},
	{fields: "put-about about", method: "PUT", path: "/api/account/about", body: `{"about":"{text}"}`},
	// New accounts cannot own a public study; package chat tests that they are refused as members.
	{fields: "say-in-study text", method: "POST", path: "/api/studies/{of}/chat", young: true,
		body: `{"id":"message-{n}","text":"{text}"}`},
	{fields: "create-tournament name", method: "POST", path: "/api/tournaments", body: tournamentOf("{text}", "")},
	{fields: "create-tournament description", method: "POST", path: "/api/tournaments",
		body: tournamentOf("Evening", "{text}"), links: true},
	{fields: "create-arena name|create-swiss name", method: "POST", path: "/api/tournament", body: arenaOf("{text}", "")},
	{fields: "create-arena description|create-swiss description", method: "POST", path: "/api/tournament",
		body: arenaOf("Evening", "{text}"), links: true},
	{fields: "publish-puzzle note", method: "POST", path: "/api/puzzles",
		body: `{"variant":"chess","fen":"6k1/5ppp/8/8/8/8/1P6/R5K1 w - - 0 1","note":"{text}"}`},
	{fields: "propose-opening-name name", method: "POST", path: "/api/openings/names",
		body: `{"variant":"chess","moves":["e2e4"],"name":"{text}"}`},
	{fields: "put-me name", method: "PUT", path: "/api/me", body: `{"name":"{text}"}`, guest: true},
	{fields: "sign-up name", method: "POST", path: "/api/signup",
		body: `{"name":"{text}","password":"` + servertest.Password + `"}`, guest: true},

	{fields: "create-shared-study name", method: "POST", path: "/api/studies", body: studyOf(`"name":"{text}"`)},
	{fields: "create-shared-study topics[]", method: "POST", path: "/api/studies",
		body: studyOf(`"name":"Mine","topics":["{text}"]`)},
	{fields: "create-shared-study description", method: "POST", path: "/api/studies",
		body: studyOf(`"name":"Mine","description":"{text}"`), links: true},
	{fields: "create-shared-study chapters[].head.name", method: "POST", path: "/api/studies", links: true,
		body: studyOf(`"name":"Mine","chapters":[{"chapter":"b","head":{"name":"{text}","variant":"chess"}}]`)},
	{fields: "create-shared-study chapters[].head.tags[].value|create-shared-study chapters[].head.tags[].name|" +
		"create-shared-study chapters[].head.setTags[].name", // tags have names of letters
		method: "POST", path: "/api/studies", links: true,
		body: studyOf(`"name":"Mine","chapters":[{"chapter":"b","head":{"name":"B","variant":"chess",` +
			`"tags":[{"name":"Event","value":"{text}"}]}}]`)},
	{fields: "create-shared-study chapters[].head.setTags[].value", method: "POST", path: "/api/studies", links: true,
		body: studyOf(`"name":"Mine","chapters":[{"chapter":"b","head":{"name":"B","variant":"chess",` +
			`"setTags":[{"name":"Event","value":"{text}"}]}}]`)},
	{fields: "create-shared-study chapters[].game.root.before", method: "POST", path: "/api/studies", links: true,
		body: studyOf(withGame(gameOf("{text}", "", "-", "")))},
	{fields: "create-shared-study chapters[].game.root.after", method: "POST", path: "/api/studies", links: true,
		body: studyOf(withGame(gameOf("", "{text}", "-", "")))},
	{fields: "create-shared-study chapters[].game.reason", method: "POST", path: "/api/studies", links: true,
		body: studyOf(withGame(gameOf("", "", "-", "{text}")))},
	{fields: "create-shared-study chapters[].game.tags[].value|create-shared-study chapters[].game.tags[].name",
		method: "POST", path: "/api/studies", links: true,
		body: studyOf(withGame(gameOf("", "", "{text}", "")))},
	{fields: "create-shared-study pgn", method: "POST", path: "/api/studies", links: true,
		body: strings.Replace(studyOf(`"name":"Mine"`), "e4 *", "e4 {{text}} *", 1)},
	{fields: "import-chapters pgn", method: "POST", path: "/api/studies/{of}/import", links: true, young: true,
		body: `{"pgn":"1. d4 {{text}} *","variant":"chess"}`},

	studyChange(`"kind":"comment","chapter":"a","comment":{"was":"","text":"{text}"}`, "comment.text"),
	studyChange(`"kind":"note","chapter":"a","edit":{"before":{"was":"","text":"{text}"}}`, "edit.before.text"),
	studyChange(`"kind":"note","chapter":"a","edit":{"hint":{"was":"","text":"{text}"}}`, "edit.hint.text"),
	studyChange(`"kind":"head","chapter":"a","head":{"name":"{text}"}`, "head.name"),
	studyChange(`"kind":"head","chapter":"a","head":{"tags":[{"name":"Event","value":"{text}"}]}`,
		"head.tags[].value", "head.tags[].name", "head.setTags[].name"),
	studyChange(`"kind":"head","chapter":"a","head":{"setTags":[{"name":"Event","value":"{text}"}]}`,
		"head.setTags[].value"),
	studyChange(`"kind":"settings","settings":{"description":{"was":"","text":"{text}"}}`, "settings.description.text"),
	newChapter(gameOf("{text}", "", "-", ""), "game.root.before"),
	newChapter(gameOf("", "{text}", "-", ""), "game.root.after"),
	newChapter(gameOf("", "", "{text}", ""), "game.tags[].value", "game.tags[].name"),
	newChapter(gameOf("", "", "-", "{text}"), "game.reason"),
	named(studyChange(`"kind":"settings","settings":{"name":"{text}"}`, "settings.name")),
	named(studyChange(`"kind":"settings","settings":{"topics":["{text}"]}`, "settings.topics[]")),
	{fields: "change-study commands[].comment.text", method: "POST", path: "/api/studies/Ann/commands",
		body: `{"since":0,"commands":[{"kind":"comment","chapter":"a","base":99,"comment":{"was":"","text":"{text}"}}]}`},
}

// arenaOf returns the body of an arena as programs for Lichess create it.
func arenaOf(name, description string) string {
	return `{"name":"` + name + `","description":"` + description + `","clockTime":3,"minutes":30}`
}

func tournamentOf(name, description string) string {
	return `{"id":"tournament-{n}","system":"arena","name":"` + name + `","description":"` + description +
		`","variant":"shrink","control":{"base":60000},"minutes":30,"starts":{soon}}`
}

func studyOf(rest string) string {
	return `{"id":"study-{n}","visibility":"public","pgn":"1. e4 *","variant":"chess",` + rest + `}`
}

// withGame is a part of a study with a game.
func withGame(game string) string {
	return `"name":"Mine","chapters":[{"chapter":"b","head":{"name":"B"},"game":` + game + `}]`
}

// studyChange is a change of a public study by its owner. New accounts cannot own one.
func studyChange(command string, fields ...string) publicText {
	for i := range fields {
		fields[i] = "change-study commands[]." + fields[i]
	}
	return publicText{fields: strings.Join(fields, "|"), method: "POST", path: "/api/studies/{of}/commands", young: true,
		links: true, body: `{"since":0,"commands":[{"base":99,` + command + `}]}`}
}

// newChapter adds a game to a study.
func newChapter(game string, fields ...string) publicText {
	return studyChange(`"kind":"add-chapter","chapter":"x{n}","head":{"name":"B"},"game":`+game, fields...)
}

// named is a text that has no addresses.
func named(t publicText) publicText {
	t.links = false
	return t
}

// Every text in the body of a request is either for others to read, and passes package publictext, or is not, for a
// reason: a field that is new makes this test fail.
func TestEveryTextIsPublicOrKept(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t), func(o *server.Options) {
		o.Features = append(o.Features, puzzles.New(puzzles.Options{}), profile.New(profile.Options{}))
	})
	var d description
	w.Visitor().Ask(http.MethodGet, "/api/openapi.json", nil, &d)
	var known, used []string
	for _, list := range kept {
		known = append(known, lines(list)...)
	}
	for _, p := range published {
		known = append(known, strings.Split(p.fields, "|")...)
	}
	for _, field := range d.texts() {
		i := slices.IndexFunc(known, func(k string) bool {
			prefix, all := strings.CutSuffix(k, "*")
			return k == field || all && strings.HasPrefix(field, prefix)
		})
		if i < 0 {
			t.Errorf("%s: who reads this text? Add it to kept or to published", field)
			continue
		}
		used = append(used, known[i])
	}
	for _, k := range known {
		if !slices.Contains(used, k) {
			t.Errorf("there is no text %s", k)
		}
	}
}

func lines(text string) (list []string) {
	for l := range strings.Lines(text) {
		if l = strings.TrimSpace(l); l != "" {
			list = append(list, l)
		}
	}
	return list
}

// description is a part of OpenAPI.
type description struct {
	Paths map[string]map[string]struct {
		OperationID string
		RequestBody struct {
			Content map[string]struct{ Schema *jsonSchema }
		}
	}
	Components struct{ Schemas map[string]*jsonSchema }
}

type jsonSchema struct {
	Ref        string `json:"$ref"`
	Type       any
	Enum       []any
	Pattern    string
	Items      *jsonSchema
	Properties map[string]*jsonSchema
}

// texts returns the operations with the paths of their fields that hold any text.
func (d *description) texts() (list []string) {
	for _, methods := range d.Paths {
		for _, op := range methods {
			for _, content := range op.RequestBody.Content {
				var walk func(path string, s *jsonSchema, within []string)
				walk = func(path string, s *jsonSchema, within []string) {
					if s == nil || s.Ref != "" && slices.Contains(within, s.Ref) {
						return
					}
					if s.Ref != "" {
						walk(path, d.Components.Schemas[s.Ref[strings.LastIndex(s.Ref, "/")+1:]], append(within, s.Ref))
						return
					}
					if strings.Contains(fmt.Sprint(s.Type), "string") && s.Enum == nil && s.Pattern == "" {
						list = append(list, strings.TrimSpace(op.OperationID+" "+path))
					}
					walk(path+"[]", s.Items, within)
					for name, p := range s.Properties {
						walk(strings.TrimPrefix(path+"."+name, "."), p, within)
					}
				}
				walk("", content.Schema, nil)
			}
		}
	}
	return list
}

// Each text that others read is refused from muted accounts, from new ones, with an address of the web and with an
// insult, as far as its kind says so, and accepted otherwise.
func TestPublicTextPassesOneGate(t *testing.T) {
	db, err := gamestore.Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "more.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	with := servertest.WithAccounts(t)
	w := servertest.New(t, func(o *server.Options) {
		with(o)
		o.Limits = limits.Limits{Off: true}
		o.Puzzles = puzzles.New(puzzles.Options{
			DB: o.Secrets.(*gamestore.Store).DB(), Library: somePuzzles(4), Lookup: rules.ByName, Now: o.Now,
			Prove: func(_ context.Context, variant, fen string) (puzzle.Puzzle, error) {
				p := puzzle.Puzzle{
					Variant: variant, FEN: fen, Moves: []string{"a1a8"}, Goal: puzzle.Mate, Proof: puzzle.Exhaustive, Rating: 900,
				}
				p.ID = p.Identify()
				return p, nil
			},
		})
		o.Features = append(o.Features, o.Puzzles,
			profile.New(profile.Options{DB: o.Secrets.(*gamestore.Store).DB(), Now: o.Now}))
	})
	owner, muted, old, young := w.Visitor(), w.Visitor(), w.Visitor(), w.Visitor()
	named := map[*servertest.Visitor]string{owner: "Ann", muted: "Muted", old: "Old", young: "Young"}
	for _, v := range []*servertest.Visitor{owner, muted, old} {
		v.SignUp(named[v])
	}
	w.Clock.Advance(publictext.FreeAge)
	for _, v := range []*servertest.Visitor{owner, muted, old} {
		v.Ask(http.MethodPost, "/api/studies", sharedstudy.NewSharedStudy{
			ID: livegame.ID(named[v]), Name: "Mine", Visibility: "public", Chapters: []sharedstudy.NewChapter{{
				Chapter: "a", Head: sharedstudy.HeadEdit{Name: new("One"), Variant: "chess"},
			}},
		}, nil)
	}
	owner.Ask(http.MethodPost, "/api/tournaments", tournament.NewTournament{
		ID: "the-cup-of-ann", System: "arena", Name: "Evening", Variant: "shrink", Control: gameview.Control{Base: 60000},
		Starts: w.Clock.Now().Add(time.Hour).UnixMilli(), Minutes: 30,
	}, nil)
	young.SignUp("Young")
	record, err := w.Accounts.User(t.Context(), "Muted")
	if err == nil {
		err = w.Accounts.Mute(t.Context(), record.ID, w.Clock.Now().Add(time.Hour))
	}
	if err != nil {
		t.Fatal(err)
	}
	game := w.Visitor().Playing()

	n := 0
	try := func(p publicText, v *servertest.Visitor, text, want string) {
		t.Helper()
		n++
		fill := strings.NewReplacer("{of}", named[v], "{game}", game, "{n}", fmt.Sprint(n),
			"{text}", text, "{soon}", fmt.Sprint(w.Clock.Now().Add(time.Hour).UnixMilli()))
		r, answer := v.Request(p.method, fill.Replace(p.path), json.RawMessage(fill.Replace(p.body)))
		var done struct{ Rejected []string }
		_ = json.Unmarshal([]byte(answer), &done)
		refused := r.StatusCode >= http.StatusBadRequest || strings.Join(done.Rejected, "") != ""
		if refused != (want != "") || refused && !strings.Contains(answer, want) {
			t.Errorf("%s: %q by %s: status %d, want it refused with %q: %.400s", p.fields, text, named[v], r.StatusCode, want,
				answer)
		}
	}
	for _, p := range published {
		if p.guest {
			try(p, w.Visitor(), "the asshole", "friendlier")
			try(p, w.Visitor(), "example.com", "Addresses of the web")
			continue
		}
		try(p, muted, "A quiet move", "A moderator has muted you")
		if !p.young {
			try(p, young, "A quiet move", "older than a day")
		}
		if !p.links {
			try(p, old, "see example.com", "Addresses of the web")
		}
		try(p, old, "such an asshole", "friendlier")
		try(p, old, "A quiet move", "")
	}
}
