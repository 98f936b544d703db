package api

import (
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/internal/server/protocol"
)

// Lists are never null: they are empty, or the field is missing.
func init() { huma.DefaultArrayNullable = false }

// schemaPrefixes begin the names of schemas from packages whose types have general
// names, such as Game or Line. A name that has it already gets none, and a View has the name of
// its package.
var schemaPrefixes = map[string]string{
	"review": "Review", "study": "Study", "engineworker": "Engine", "lichess": "Lichess", "sharedstudy": "Shared",
	"vacation": "Vacation", "opening": "Opening", "puzzle": "Puzzle", "challenge": "Challenge",
}

// plain are names from those packages that say enough without a prefix.
var plain = strings.Fields("Flaw MyRuns NewAttempt NewAttempts NewRun RunAnswer RunAnswers RunLeader RunState Runs " +
	"SettledAttempt")

// schemaName names the schema of a type.
func schemaName(t reflect.Type, hint string) string {
	named := t
	for named.Kind() == reflect.Pointer {
		named = named.Elem()
	}
	name, prefix := huma.DefaultSchemaNamer(t, hint), schemaPrefixes[path.Base(named.PkgPath())]
	if name == "View" && prefix != "" {
		return prefix
	}
	if strings.Contains(name, prefix) || slices.Contains(plain, name) {
		return name
	}
	return prefix + name
}

// NewSchemas returns an empty registry of schemas, with the names that the API gives them.
func NewSchemas() huma.Registry { return huma.NewMapRegistry("#/components/schemas/", schemaName) }

// addSocketSchemas describes the messages on sockets, which no operation has.
func addSocketSchemas(r huma.Registry) {
	r.Schema(reflect.TypeFor[protocol.ClientMessage](), true, "")
	r.Schema(reflect.TypeFor[protocol.ServerMessage](), true, "")
}
