package protocol_test

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/review"
	"github.com/wane-chess/wane/internal/live/server/api"
	"github.com/wane-chess/wane/internal/page/boardview"
	"github.com/wane-chess/wane/internal/page/editor"
	"github.com/wane-chess/wane/internal/page/engineworker"
	"github.com/wane-chess/wane/internal/page/lessons"
	"github.com/wane-chess/wane/internal/page/rankings"
	"github.com/wane-chess/wane/internal/page/study"
)

// both are the types that Go and the page have, by the page's names.
var both = map[string]any{
	"Me": protocol.Me{}, "Seat": protocol.Seat{}, "Control": protocol.Control{}, "Game": protocol.Game{}, "Event": protocol.Event{},
	"Times": protocol.Times{}, "Presence": protocol.Presence{}, "Lobby": protocol.Lobby{}, "Fault": protocol.Error{},
	"ClientMessage": protocol.ClientMessage{}, "ServerMessage": protocol.ServerMessage{}, "NewGame": protocol.NewGame{}, "Do": protocol.Do{},
	"Done": protocol.Done{}, "Full": protocol.Full{}, "Variant": protocol.Variant{}, "VariantFull": protocol.VariantFull{},
	"Archived": protocol.Archived{}, "ArchivePage": protocol.ArchivePage{}, "Tally": protocol.Tally{}, "ExploredMove": protocol.ExploredMove{}, "Explored": protocol.Explored{},
	"Ending": protocol.Ending{}, "EndingMove": protocol.EndingMove{},
	"Square": boardview.Square{}, "Piece": boardview.Piece{}, "BoardView": boardview.BoardView{}, "Step": boardview.Step{}, "Choices": boardview.Choices{}, "Route": boardview.Route{},
	"ReviewState": review.State{}, "ReviewReport": review.Report{}, "ReviewPoint": review.Point{}, "ReviewMove": review.Move{}, "ReviewAccount": review.PlayerSummary{},
	"Promotion": boardview.Promotion{}, "Preview": boardview.Preview{}, "PieceChange": boardview.PieceChange{},
	"StudyGame": study.Game{}, "StudyTag": study.Tag{}, "StudyNode": study.Node{}, "StudyArrow": study.Arrow{}, "StudyCircle": study.Circle{}, "StudyEval": study.Eval{},
	"StudyReading": study.Reading{}, "StudyWarning": study.Warning{}, "StudyProblem": study.Problem{},
	"EngineOrder": engineworker.Order{}, "EngineAnswer": engineworker.Answer{}, "Thought": engineworker.Thought{}, "ThoughtLine": engineworker.Line{}, "ThoughtScore": engineworker.Score{},
	"Replay": api.Replay{},
	"Course": lessons.Course{}, "Section": lessons.Section{}, "TryBoard": lessons.TryBoard{}, "Try": lessons.Try{}, "Lesson": lessons.Lesson{},
	"LessonStep": lessons.LessonStep{}, "Goal": lessons.Goal{}, "WrongTry": lessons.WrongTry{}, "Verdict": lessons.Verdict{}, "AnnotatedGame": lessons.AnnotatedGame{},
	"GameSource": lessons.GameSource{}, "AnnotatedMove": lessons.AnnotatedMove{},
	"RankingFacts": rankings.RankingFacts{}, "Rung": rankings.Rung{}, "RankingLink": rankings.RankingLink{}, "RankingList": rankings.RankingList{},
	"RankingEntry": rankings.RankingEntry{},
	"DraftEdit":    editor.DraftEdit{}, "Draft": editor.Draft{}, "DraftFault": editor.DraftFault{}, "Fix": editor.Fix{},
	"DraftState": editor.DraftState{}, "DraftRight": editor.DraftRight{}, "DraftSquare": editor.DraftSquare{},
}

// pageOnly are what the page has for itself.
var pageOnly = map[string]bool{"Line": true, "Rules": true}

// The page's types say of every field what Go says: its name, whether it may be
// missing, and its kind.
func TestPageTypes(t *testing.T) {
	files, err := filepath.Glob("../../../web/src/*/types.ts")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(source)
	}
	ts := readTypes(t, all.String())
	for name, value := range both {
		page, ok := ts.interfaces[name]
		if !ok {
			t.Errorf("no types.ts has the interface %s", name)
			continue
		}
		want := fieldsOf(reflect.TypeOf(value))
		for field, kind := range want {
			if got, ok := page[field]; !ok {
				t.Errorf("%s: the page has no field %s", name, field)
			} else if got = ts.plain(got); got != kind {
				t.Errorf("%s.%s is %s for the page, and %s in Go", name, field, got, kind)
			}
		}
		for field := range page {
			if _, ok := want[field]; !ok {
				t.Errorf("%s: Go has no field %s", name, field)
			}
		}
	}
	for name := range ts.interfaces {
		if _, ok := both[name]; !ok && !pageOnly[name] {
			t.Errorf("a types.ts has the interface %s, which nothing is compared with", name)
		}
	}
}

// typeNames are what Go's types are called by the page.
var typeNames = func() map[reflect.Type]string {
	names := map[reflect.Type]string{}
	for name, value := range both {
		names[reflect.TypeOf(value)] = name
	}
	return names
}()

// fieldsOf returns the JSON fields of a struct with their kinds, such as
// "string", "number[]", "Seat" or "?boolean" for one that may be missing.
func fieldsOf(t reflect.Type) map[string]string {
	fields := map[string]string{}
	for f := range t.Fields() {
		if !f.IsExported() {
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		kind := kindOf(f.Type)
		if slices.Contains(strings.Split(options, ","), "omitempty") {
			kind = "?" + kind
		}
		fields[name] = kind
	}
	return fields
}

func kindOf(t reflect.Type) string {
	if name, ok := typeNames[t]; ok {
		return name
	}
	switch t.Kind() {
	case reflect.Pointer:
		return kindOf(t.Elem())
	case reflect.Slice:
		return kindOf(t.Elem()) + "[]"
	case reflect.Map:
		return "Record<" + kindOf(t.Key()) + ", " + kindOf(t.Elem()) + ">"
	case reflect.Array:
		return "[" + strings.Join(slices.Repeat([]string{kindOf(t.Elem())}, t.Len()), ", ") + "]"
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Int64, reflect.Float64:
		return "number"
	}
	return "unknown " + t.String()
}

// types are what a file of TypeScript declares.
type types struct {
	interfaces map[string]map[string]string // fields with their types; "?" before those that may be missing
	aliases    map[string]string
}

var (
	comments = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*`)
	declared = regexp.MustCompile(`(?s)export interface (\w+) \{(.*?)\n?\}`)
	alias    = regexp.MustCompile(`export type (\w+) = ([^\n]+)`)
	field    = regexp.MustCompile(`^(\w+)(\??): (.+)$`)
	literals = regexp.MustCompile(`^'[^']*'( \| '[^']*')*$`)
)

func readTypes(t *testing.T, source string) types {
	t.Helper()
	source = comments.ReplaceAllString(source, "")
	ts := types{map[string]map[string]string{}, map[string]string{}}
	for _, m := range alias.FindAllStringSubmatch(source, -1) {
		ts.aliases[m[1]] = strings.TrimSpace(m[2])
	}
	for _, m := range declared.FindAllStringSubmatch(source, -1) {
		fields := map[string]string{}
		ts.interfaces[m[1]] = fields
		if pageOnly[m[1]] {
			continue
		}
		for part := range strings.SplitSeq(strings.ReplaceAll(m[2], "\n", ";"), ";") {
			part = strings.TrimSpace(part)
			if part == "" {
				continue
			}
			f := field.FindStringSubmatch(part)
			if f == nil {
				t.Fatalf("types.ts, %s: cannot read %q", m[1], part)
			}
			fields[f[1]] = f[2] + strings.TrimSpace(f[3])
		}
	}
	return ts
}

// plain replaces names of types that stand for something simpler.
func (ts types) plain(kind string) string {
	optional, kind := strings.HasPrefix(kind, "?"), strings.TrimPrefix(kind, "?")
	element, list := strings.CutSuffix(kind, "[]")
	for ts.aliases[element] != "" {
		element = ts.aliases[element]
	}
	if literals.MatchString(element) {
		element = "string"
	}
	if list {
		element += "[]"
	}
	if optional {
		element = "?" + element
	}
	return element
}
