package wane_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// spoken are the files whose texts players read on the page, as patterns. What they say is
// English; the page puts it into the user's language.
var spoken = []string{
	"notation/*.go", "game/*.go", "rules/*/*.go",
	"internal/page/boardview/*.go", "internal/page/editor/*.go", "internal/page/study/*.go", "internal/page/rankings/*.go",
	"internal/page/engineworker/session.go",
	"internal/page/lessons/judge.go", "cmd/wane-wasm/functions.go", "cmd/wane-wasm/lines.go",
	"internal/server/livegame/do.go", "internal/server/livegame/end.go", "internal/server/livegame/event.go",
	"internal/server/livegame/move.go", "internal/server/livegame/offers.go",
	"internal/server/livegame/rematch.go", "internal/server/livegame/timecontrol.go",
	"internal/server/livegame/validate.go", "internal/server/chat/say.go", "internal/server/publictext/publictext.go",
	"internal/server/plan/check.go",
	"internal/server/moderation/report.go", "internal/server/puzzle/attempts.go",
	"internal/server/puzzle/compose.go", "internal/server/puzzle/openrun.go", "internal/server/puzzle/reports.go",
	"internal/server/puzzle/runs.go",
	"internal/server/challenge/challenge.go", "internal/server/challenge/service.go",
	"internal/server/tournament/terms.go", "internal/server/tournament/changes.go", "internal/server/tournament/event.go",
	"internal/server/tournament/arena.go", "internal/server/tournament/dutch.go", "internal/server/tournament/berger.go",
	"internal/server/tournament/system.go",
	"internal/server/livegame/berserk.go", "internal/server/sharedstudy/decide.go",
	"internal/server/sharedstudy/annotate.go",
	"internal/server/sharedstudy/chapters.go", "internal/server/sharedstudy/text.go",
	"internal/server/sharedstudy/moderate.go", "internal/server/sharedstudy/service.go",
	"internal/server/sharedstudy/clone.go",
	"internal/server/challenge/view.go", "internal/server/opening/propose.go", "internal/server/opening/text.go",
	"internal/server/problem/problem.go", "internal/server/names/nickname.go", "internal/server/names/username.go",
	"internal/server/account/password.go", "internal/server/account/tokens.go",
	"internal/server/lines/lines.go", "internal/server/sockets/upgrade.go",
	"internal/server/archive/query.go", "internal/server/review/level.go", "tablebase/result.go", "tablebase/tables.go",
}

// refusals are the files of which players read what they give to package problem, and to livegame's Refuse and Error.
var refusals = []string{"internal/server/*.go", "internal/server/*/*.go"}

// unspoken are the texts of those files that no player reads on the page: those of programs,
// of logs, and of rules that the page has in German as a whole. Spaces around them do not count.
var unspoken = strings.Split(strings.TrimSpace(`
An arena of %d minutes
A Swiss tournament of %d rounds
A round robin by correspondence
a board of %d×%d squares, expected 3×3 to %d×%d
Cheshire Cat Chess, %d×%d
a double step, which a board of %d ranks does not have
%d fields with %q between, expected 4: game, result, plies, moves
invalid result %.40q, expected 1-0, 0-1 or 1/2-1/2
invalid number of plies %.40q, expected a whole number (%d–1000000)
%s:%d: a line of more than %d bytes, expected game | result | plies | moves
orthodox chess
from position
promotes to
collapse rank
collapse file
play %v: no legal move in %s
diminuendo: the ranking has no %v
diminuendo:… with any ranking, such as diminuendo:pbnrqk+qk+fp
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
fen, start, clear, put, remove, move, vanish, size, close, turn, rights, en-passant, counts, swap and variant
**In this game** the ranking is %s: when captured, %s%s.
; a %v leaves the board
Kings are queenish: they also make one step like a bishop.
Pawns are flexible: they also move to the squares that they attack.
the rematch of
more error
The text has %d games, expected one.
before is no value of next.
study %s has no snapshot
for this sender, %w
study %s: a snapshot of %d bytes
request failed
cannot read request body
the server is shutting down
no table of %s is open
the built-in tables
tables: %s: no files end in %s: %w
tables: %s: not a tablebase file: not a regular file
cannot look after challenges
chapter %s: %s
challenge %s changes too fast
done before
the challenge has changed
read the hash of a password
there is no scope %.40q
only an admin's account has tokens with the scope %s
A session is no worker: send a token.
You do not play this game.
This address is for WebSockets: ask for an upgrade.
There is no such game of yours.
has too many streams open: close one first.
The parameter %s is %.20q: expected a number from %d to %d.
A worker with this token kept a job for too long.
The token has %d links to this node: make another for more workers.
`), "\n")

var (
	words       = regexp.MustCompile(`[A-Za-z’']{2,}[^a-z]* .*[a-z]{2,}|^[a-z]{3,} `)
	verb        = regexp.MustCompile(`%(?:\[\d\])?[.\d]*[a-zA-Z]|\{[a-z]+\d?\}`)
	neighboring = regexp.MustCompile(`…(?: ?…)+`)
)

// plain returns a text with an ellipsis for whatever is filled in.
func plain(text string) string {
	return neighboring.ReplaceAllString(verb.ReplaceAllString(text, "…"), "…")
}

func TestGermanSentences(t *testing.T) {
	text, err := os.ReadFile("web/src/net/sentences.de.json")
	if err != nil {
		t.Fatal(err)
	}
	var german map[string]string
	if err := json.Unmarshal(text, &german); err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for english := range german {
		all.WriteString(plain(english) + "\n")
	}
	catalog := all.String()
	check := func(file, said string) {
		if words.MatchString(said) && !slices.Contains(unspoken, strings.TrimSpace(said)) &&
			!strings.Contains(catalog, strings.Trim(plain(said), "…")) {
			t.Errorf("%s: web/src/net/sentences.de.json has no German for %q", file, said)
		}
	}
	for _, pattern := range spoken {
		eachText(t, pattern, "", check)
	}
	for _, pattern := range refusals {
		eachText(t, pattern, "problem", check)
		eachText(t, pattern, "livegame", check)
	}
}

// eachText calls f with the texts of Go files; with a package, only with those that are
// given to its functions.
func eachText(t *testing.T, pattern, within string, f func(file, text string)) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no files %s: %v", pattern, err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		texts(tree, within == "", within, func(text string) { f(file, text) })
	}
}

// texts calls f with the string literals of a syntax tree that are not for programmers.
func texts(tree ast.Node, inside bool, within string, f func(text string)) {
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.Field:
			n.Tag = nil
		case *ast.CallExpr:
			switch fun := n.Fun.(type) {
			case *ast.Ident:
				return fun.Name != "panic"
			case *ast.SelectorExpr:
				if x, ok := fun.X.(*ast.Ident); ok && x.Name == within && !inside {
					for _, a := range n.Args {
						texts(a, true, within, f)
					}
					return false
				}
			}
		case *ast.CompositeLit:
			if of, ok := n.Type.(*ast.SelectorExpr); ok && !inside {
				if x, ok := of.X.(*ast.Ident); ok && x.Name == within {
					for _, e := range n.Elts {
						texts(e, true, within, f)
					}
					return false
				}
			}
		case ast.Expr:
			if text, ok := constant(n); ok && inside {
				f(text)
				return false
			}
		}
		return true
	})
}

// constant returns the text of a string literal, or of several with + between.
func constant(e ast.Expr) (text string, ok bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind != token.STRING {
			return "", false
		}
		text, err := strconv.Unquote(e.Value)
		return text, err == nil
	case *ast.BinaryExpr:
		left, ok := constant(e.X)
		right, too := constant(e.Y)
		return left + right, ok && too && e.Op == token.ADD
	}
	return "", false
}
