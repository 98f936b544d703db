package node

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/live/store"
)

// Columns of text by their names: those that may name an account or guest by its ID, and all others. The keys of
// leases, attempts and secrets name none.
var (
	persons = strings.Fields("account asker author black black_guest creator guest moderator other owner player " +
		"receiver reported reporter sender white white_guest")
	others = strings.Fields("action address aggregate auth black_name black_standing channel command content data " +
		"detail device director email ended endpoint event every family fault fen folded former found game goal hash id " +
		"job key kind language last level line lines messages move moves name next node note operator outcome owner_name " +
		"p256dh password place pool position preset proof puzzle reason recent report result role room run san scopes " +
		"seats secret session settings skeleton snapshot span standing start state status study terms text themes " +
		"title topic topics tournament variant variants version visibility white_name white_standing words")
)

// stays says why a column may name an account that was deleted.
var stays = map[string]string{
	"games.white_guest":       "games are forgotten one by one before",
	"games.black_guest":       "likewise",
	"games.creator":           "likewise",
	"events.guest":            "likewise",
	"archive.white_guest":     "likewise",
	"archive.black_guest":     "likewise",
	"reviews.asker":           "likewise",
	"admin_log.account":       "it is the key of a name, by which the entries are found",
	"claims.guest":            "the cookie of the guest, who had become the account, proves nothing any more",
	"account_changes.account": "other nodes learn that the account has gone; it is deleted after a while",
}

// An account that was deleted is named in no table, whichever feature has it: a table whose feature does not forget
// accounts fails here, and so does a column of which nobody has said whether it names one.
func TestDeletedAccountIsForgotten(t *testing.T) {
	const id = "anns-account"
	file := filepath.Join(t.TempDir(), "wane.db")
	s, err := store.Open(t.Context(), "sqlite:"+file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	s.Use(data...)
	db, err := sql.Open("sqlite", "file:"+file+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	ask := func(query string, args ...any) (list []string) {
		t.Helper()
		rows, err := db.QueryContext(t.Context(), query, args...)
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			var text string
			if err := rows.Scan(&text); err != nil {
				t.Fatal(err)
			}
			list = append(list, text)
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		return list
	}
	tables := ask("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' " +
		"AND name NOT LIKE 'goose%'")
	columns := map[string][]string{} // that may name an account, by table
	for _, table := range tables {
		var names, values []string
		for _, column := range ask("SELECT name || ' ' || type FROM pragma_table_info(?)", table) {
			name, kind, _ := strings.Cut(column, " ")
			value := "1"
			switch {
			case table == "accounts" && name == "id", kind == "TEXT" && slices.Contains(persons, name):
				value = "'" + id + "'"
				columns[table] = append(columns[table], name)
			case kind == "TEXT" && !slices.Contains(others, name):
				t.Errorf("say of the column %s of %s whether it names an account", name, table)
			case kind == "TEXT":
				value = "'text'"
			case kind == "BLOB":
				value = "x'01'"
			}
			names, values = append(names, name), append(values, value)
		}
		if _, err := db.ExecContext(t.Context(), fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", table,
			strings.Join(names, ", "), strings.Join(values, ", "))); err != nil {
			t.Fatalf("%s: %v", table, err)
		}
	}
	if len(tables) < 50 || len(columns) < 30 {
		t.Fatalf("only %d tables, %d of them with accounts", len(tables), len(columns))
	}
	if err := s.DeleteAccount(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	for table, list := range columns {
		for _, column := range list {
			left := len(ask("SELECT 'x' FROM "+table+" WHERE "+column+" = ?", id)) > 0
			if _, may := stays[table+"."+column]; left != may {
				t.Errorf("the account is named by %s of %s: %v, want %v", column, table, left, may)
			}
		}
	}
}
