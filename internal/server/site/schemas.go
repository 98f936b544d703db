package site

import (
	"cmp"
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Lists are never null: they are empty, or the field is missing.
func init() { huma.DefaultArrayNullable = false }

// schemaPrefixes begin the names of schemas from packages whose types have general names, such as Game or Line, or of
// single types. A name that has it already gets none, and a View at its end is left out.
var schemaPrefixes = map[string]string{
	"review": "Review", "study": "Study", "engineworker": "Engine", "lichess": "Lichess", "sharedstudy": "Study",
	"vacation": "Vacation", "opening": "Opening", "puzzle": "Puzzle", "challenge": "Challenge",
	"rating": "Rating", "tournament": "Tournament", "notify": "Notification",
	"channels":             "Channel",
	"sharedstudy.Settings": "Shared", "sharedstudy.Head": "Shared", "sharedstudy.PackedNode": "Shared",
	"sharedstudy.Move": "Shared", "sharedstudy.Note": "Shared", "sharedstudy.Comment": "Shared",
	"sharedstudy.RowView": "SharedStudy", "account": "", "archive": "Archive",
}

// bare is the puzzle of the module, without what players have made of it: the server's has the same package name.
const bare = "github.com/wane-chess/wane/puzzle"

// plain are names from those packages that say enough without a prefix.
var plain = strings.Fields("puzzle.Flaw puzzle.MyRuns puzzle.NewAttempt puzzle.NewAttempts puzzle.NewRun " +
	"puzzle.RunAnswer puzzle.RunAnswers puzzle.RunLeader puzzle.RunState puzzle.Runs puzzle.SettledAttempt " +
	"rating.Leader rating.Leaderboard rating.Level rating.Score " +
	"sharedstudy.SharedStudies sharedstudy.NewChapter sharedstudy.ImportChapters review.DecisiveMoment " +
	"archive.Tally archive.Explored archive.ExploredMove " +
	"notify.Push notify.PushSettings notify.Subscribe notify.Unsubscribe notify.Digest")

// schemaName names the schema of a type.
func schemaName(t reflect.Type, hint string) string {
	named := t
	for named.Kind() == reflect.Pointer {
		named = named.Elem()
	}
	name, pkg := huma.DefaultSchemaNamer(t, hint), path.Base(named.PkgPath())
	if named.PkgPath() == bare && name == "Puzzle" {
		return "BarePuzzle"
	}
	prefix := cmp.Or(schemaPrefixes[pkg+"."+name], schemaPrefixes[pkg])
	if _, known := schemaPrefixes[pkg]; known {
		name = strings.TrimSuffix(name, "View")
	}
	if strings.Contains(name, prefix) || slices.Contains(plain, pkg+"."+name) {
		return name
	}
	return prefix + name
}

// NewSchemas returns an empty registry of schemas, with the names that the API gives them.
func NewSchemas() huma.Registry { return huma.NewMapRegistry("#/components/schemas/", schemaName) }
