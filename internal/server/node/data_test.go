package node

import (
	"database/sql"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

// Columns of text by their names: those that may name an account or guest by its ID, and all others. The keys of
// leases, attempts and secrets name none.
var (
	persons = strings.Fields("account asker author black black_guest creator guest other owner player " +
		"receiver reported reporter sender white white_guest")
	others = strings.Fields("about action address aggregate auth black_name black_standing channel command content data " +
		"detail device director email ended endpoint event every family fault fen folded former " +
		"found game goal hash id job key kind language last level line lines link messages moderator " +
		"move moves name next node note operator outcome p256dh password person place pool " +
		"position preset proof puzzle reader reason recent report result role room rules run san scopes seats " +
		"secret session settings skeleton snapshot span standing start state status study terms " +
		"text themes title topic topics tournament variant variants version visibility white_name " +
		"white_standing words")
)

// stays says why a column may name an account that was deleted.
var stays = map[string]string{
	"games.white_guest":       "games are forgotten one by one before",
	"games.black_guest":       "likewise",
	"games.creator":           "likewise",
	"events.guest":            "likewise",
	"archive.white_guest":     "likewise",
	"archive.black_guest":     "likewise",
	"admin_log.account":       "it is the key of a name, by which the entries are found",
	"claims.guest":            "the cookie of the guest, who had become the account, proves nothing any more",
	"account_changes.account": "other nodes learn that the account has gone; it is deleted after a while",
}

// nameOfAccount is in the columns with a person.
const nameOfAccount = "Ann of the account"

// unexported says why the rows of a table that may name an account are not in the account's export.
var unexported = map[string]string{
	"games":           "games are in a file of their own",
	"events":          "likewise",
	"archive":         "likewise",
	"reviews":         "a review is that of the game, not of who has asked for it",
	"recovery_codes":  "secret",
	"tickets":         "secret, and valid for minutes",
	"claims":          "secret: the cookie of a guest",
	"places":          "hashes of addresses, which a thief of the account must not see",
	"outbox":          "mail that is about to be sent",
	"account_changes": "what nodes tell each other",
	"online":          "true for a minute",
	"admin_log":       "of moderators and operators",
}

type column struct{ name, kind string }

// columnsOf returns the columns of all tables by a query of their names.
func columnsOf(t *testing.T, db *sql.DB, list string) map[string][]column {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), list)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	tables := map[string][]column{}
	for rows.Next() {
		var table string
		var c column
		if err := rows.Scan(&table, &c.name, &c.kind); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(table, "goose") {
			tables[table] = append(tables[table], c)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return tables
}

// rowsOfAccount puts an account into every column that may name one, each time in a row of its own, and returns those
// columns by table.
func rowsOfAccount(t *testing.T, address, id string) map[string][]string {
	t.Helper()
	driver, source := "pgx", address
	list := "SELECT table_name, column_name, upper(data_type) FROM information_schema.columns " +
		"WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position"
	into, bytes := "OVERRIDING SYSTEM VALUE VALUES", `'\x01'`
	if file, ok := strings.CutPrefix(address, "sqlite:"); ok {
		driver, source = "sqlite", "file:"+file
		list = "SELECT m.name, c.name, c.type FROM sqlite_master AS m, pragma_table_info(m.name) AS c " +
			"WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%'"
		into, bytes = "VALUES", "x'01'"
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1)
	if driver == "pgx" { // as SQLite's connections, it does not ask whether there is such a game
		if _, err := db.ExecContext(t.Context(), "SET session_replication_role = replica"); err != nil {
			t.Fatal(err)
		}
	}
	// The rows have numbers that the database does not give soon.
	const first = 1000
	tables, all, n := columnsOf(t, db, list), map[string][]string{}, first
	for table, columns := range tables {
		for _, c := range columns {
			text := c.kind == "TEXT"
			switch person := slices.Contains(persons, c.name); {
			case text && person, table == "accounts" && c.name == "id":
				all[table] = append(all[table], c.name)
			case text && !slices.Contains(others, c.name):
				t.Errorf("say of the column %s of %s whether it names an account: add it to persons or to others", c.name, table)
			}
		}
	}
	for table, mine := range all {
		for _, name := range mine {
			n++
			var names, values []string
			for _, c := range tables[table] {
				value := fmt.Sprint(n)
				switch {
				case c.name == name:
					value = "'" + id + "'"
				case c.name == "person":
					value = `'{"name":"` + nameOfAccount + `"}'`
				case c.kind == "TEXT":
					value = fmt.Sprintf("'text%d'", n)
				case c.kind == "BLOB" || c.kind == "BYTEA":
					value = bytes
				case c.kind == "BOOLEAN":
					value = "FALSE"
				}
				names, values = append(names, c.name), append(values, value)
			}
			if _, err := db.ExecContext(t.Context(), fmt.Sprintf("INSERT INTO %s (%s) %s (%s)", table,
				strings.Join(names, ", "), into, strings.Join(values, ", "))); err != nil {
				t.Fatalf("%s: %v", table, err)
			}
		}
	}
	if len(tables) < 50 || len(all) < 30 || n < first+45 {
		t.Fatalf("only %d tables, %d of them with accounts in %d columns", len(tables), len(all), n-first)
	}
	return all
}

// An account that was deleted is named in no table, whichever feature has it: a table whose feature does not forget
// accounts fails here, and so does a column of which nobody has said whether it names one. Before, every query of its
// export runs.
func TestDeletedAccountIsForgotten(t *testing.T) {
	const id = "anns-account"
	for kind, migrated := range dbtest.Migrated {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			address := migrated(t)
			columns := rowsOfAccount(t, address, id)
			s, err := gamestore.OpenExisting(t.Context(), address)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = s.Close() }()
			people := account.Store{DB: s.DB(), Data: data}
			var asked dbtest.Statements
			s.DB().Watch = asked.Add
			exported := map[string]int{}
			if err := people.Export(t.Context(), id, func(name string, rows []map[string]any) error {
				exported[name] += len(rows)
				return nil
			}); err != nil || exported["account"] != 1 {
				t.Fatalf("the export has %v, %v", exported, err)
			}
			s.DB().Watch = nil
			queries := strings.Join(asked.All(), "\n")
			for table := range columns {
				_, without := unexported[table]
				if regexp.MustCompile(`\b`+table+`\b`).MatchString(queries) == without {
					t.Errorf("the export of an account asks for its rows in %s: %t, want %t: see feature.Data and unexported",
						table, without, !without)
				}
			}
			for _, d := range data {
				for _, e := range d.Exports {
					if _, ok := exported[e.Name]; !ok {
						t.Errorf("the export lacks %s", e.Name)
					}
				}
			}
			if err := people.DeleteAccount(t.Context(), id); err != nil {
				t.Fatal(err)
			}
			for _, table := range []string{"chat", "tournament_players"} { // those with a column person
				named, err := db.Has(t.Context(), s.DB(), table+" WHERE person LIKE $1", "%"+nameOfAccount+"%")
				if named || err != nil {
					t.Errorf("the name of the account stays in %s: %t, %v", table, named, err)
				}
			}
			for table, list := range columns {
				for _, column := range list {
					n, err := db.One[int](t.Context(), s.DB(), nil, "SELECT count(*) FROM "+table+" WHERE "+column+" = $1", id)
					if err != nil {
						t.Fatal(err)
					}
					if _, may := stays[table+"."+column]; n > 0 != may {
						t.Errorf("the account is named by %s of %s in %d rows, want it: %v", column, table, n, may)
					}
				}
			}
		})
	}
}
