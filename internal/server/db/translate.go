package db

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

// columnTypes has what migrations write for the type of a column, and the types of SQLite and PostgreSQL. PostgreSQL
// puts texts in the order of their bytes, as SQLite does: no index serves to compare texts in different orders.
var columnTypes = map[string]struct{ sqlite, postgres string }{
	"TEXT":    {"TEXT", `TEXT COLLATE "C"`},
	"INTEGER": {"INTEGER", "BIGINT"},
	"BOOLEAN": {"INTEGER", "BOOLEAN"},
	"REAL":    {"REAL", "DOUBLE PRECISION"},
	"BLOB":    {"BLOB", "BYTEA"},
	"IDENTITY PRIMARY KEY": {
		"INTEGER PRIMARY KEY AUTOINCREMENT", "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
	},
}

// A statement behind one of these is for one database.
const (
	onlySQLite   = "-- +only sqlite"
	onlyPostgres = "-- +only postgres"
)

// Parts of migrations, with one space between their tokens.
var (
	// token is a comment, a text in quotation marks, space, a word, or another character.
	token = regexp.MustCompile(`(?s)--[^\n]*|'(?:[^']|'')*'|\s+|\w+|.`)

	// same are statements that mean the same in both databases.
	same  = regexp.MustCompile(`^(?:CREATE (?:UNIQUE )?INDEX|DROP (?:INDEX|TABLE)|ALTER TABLE \w+ DROP COLUMN|UPDATE) `)
	adds  = regexp.MustCompile(`^ALTER TABLE \w+ ADD COLUMN `)
	table = regexp.MustCompile(`^CREATE TABLE \w+ \( .* \)(?: WITHOUT ROWID)?$`)

	key    = regexp.MustCompile(`^(?:PRIMARY KEY|UNIQUE) \( \w+(?: , \w+)* \)$`)
	column = regexp.MustCompile(`^[a-z]\w* (IDENTITY PRIMARY KEY|\w+)(?: NOT NULL| PRIMARY KEY| UNIQUE|` +
		` DEFAULT (?:'(?:[^']|'')*'|\d+|TRUE|FALSE)| REFERENCES \w+ \( \w+ \))*$`)
)

// translated is migrations in the SQL of PostgreSQL or SQLite.
type translated struct {
	fs.FS
	postgres bool
}

// Open opens a folder, or a migration in the SQL of the database.
func (t translated) Open(name string) (fs.File, error) {
	f, err := t.FS.Open(name)
	if err != nil || path.Ext(name) != ".sql" {
		return f, err
	}
	text, err := io.ReadAll(f)
	made := ""
	if err == nil {
		made, err = translate(string(text), t.postgres)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("translate %s: %w", name, err), f.Close())
	}
	return migration{f, strings.NewReader(made)}, nil
}

// migration is the file of a migration, with another text.
type migration struct {
	fs.File
	text io.Reader
}

func (m migration) Read(p []byte) (int, error) { return m.text.Read(p) }

// translate returns a migration in the SQL of PostgreSQL or SQLite. The head of the first migration says what changes;
// all else stays as it is.
func translate(text string, postgres bool) (string, error) {
	tokens := token.FindAllString(text, -1)
	only, line, first, begun := "", 1, 0, 0
	var words []*string // of a statement: its tokens without space and comments
	for i, t := range tokens {
		switch {
		case (t == onlySQLite || t == onlyPostgres) && only == "" && len(words) == 0:
			only = t
		case strings.HasPrefix(t, "-- +") && !strings.HasPrefix(t, "-- +goose "):
			return "", fmt.Errorf("%q marks no statement, expected %q or %q before one (line %d)",
				t, onlySQLite, onlyPostgres, line)
		case strings.HasPrefix(t, "--") || strings.TrimSpace(t) == "":
		case t != ";":
			if len(words) == 0 {
				first, begun = i, line
			}
			words = append(words, &tokens[i])
		default:
			if only == "" {
				if err := translateStatement(words, postgres); err != nil {
					return "", fmt.Errorf("%w (line %d)", err, begun)
				}
			} else if (only == onlyPostgres) != postgres {
				clear(tokens[first : i+1])
			}
			only, words, first = "", nil, i+1
		}
		line += strings.Count(t, "\n")
	}
	if len(words) > 0 || only != "" {
		return "", fmt.Errorf("the last statement has no semicolon (line %d)", line)
	}
	return strings.Join(tokens, ""), nil
}

// translateStatement changes the words of a statement.
func translateStatement(words []*string, postgres bool) error {
	text := join(words)
	switch {
	case same.MatchString(text):
		return nil
	case adds.MatchString(text):
		return translateDefinition(words[5:], postgres)
	case !table.MatchString(text):
		return fmt.Errorf("unknown statement %.60q", text)
	}
	end := len(words) - 1 // of the definitions
	rowid := *words[end] != "ROWID"
	if !rowid {
		end -= 2
	}
	switch {
	case postgres && !rowid:
		*words[end+1], *words[end+2] = "", ""
	case !postgres && rowid:
		*words[end] = ") STRICT"
	case !postgres:
		*words[end] = ") STRICT,"
	}
	const open = 3 // the parenthesis before the definitions
	for i, from, depth := open+1, open+1, 0; i <= end; i++ {
		switch w := *words[i]; {
		case i == end || w == "," && depth == 0:
			if err := translateDefinition(words[from:i], postgres); err != nil {
				return err
			}
			from = i + 1
		case w == "(":
			depth++
		case w == ")":
			depth--
		}
	}
	return nil
}

// translateDefinition changes the type in the definition of a column; one of a key has none.
func translateDefinition(words []*string, postgres bool) error {
	text := join(words)
	if key.MatchString(text) {
		return nil
	}
	m := column.FindStringSubmatch(text)
	if m == nil {
		return fmt.Errorf("unknown word in the definition %q", text)
	}
	to, ok := columnTypes[m[1]]
	if !ok {
		return fmt.Errorf("unknown type %s in the definition %q", m[1], text)
	}
	n := len(strings.Fields(m[1]))
	for _, w := range words[1:n] {
		*w = ""
	}
	*words[n] = to.sqlite
	if postgres {
		*words[n] = to.postgres
	}
	return nil
}

// join returns words with a space between.
func join(words []*string) string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = *w
	}
	return strings.Join(all, " ")
}
