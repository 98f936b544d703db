package db

import (
	"context"
	"database/sql"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wane-chess/wane/internal/testing/pgtest"
)

// both has all that a migration may say.
const both = `-- BOOLEAN; and TEXT,
-- +goose Up
CREATE TABLE one (
    id IDENTITY PRIMARY KEY, -- it's an INTEGER, NOT TEXT;
    a  TEXT NOT NULL DEFAULT 'BLOB, (it''s) -- TEXT;',
    b  INTEGER, c BOOLEAN NOT NULL DEFAULT FALSE, d REAL
       NOT NULL,
    text BLOB UNIQUE,
    UNIQUE (a, b)
);
CREATE TABLE two (a INTEGER REFERENCES one (id), PRIMARY KEY (a)) WITHOUT ROWID; -- a BLOB
CREATE UNIQUE INDEX one_a ON one (a DESC) WHERE a <> 'TEXT;' AND NOT c;
ALTER TABLE two ADD COLUMN b BOOLEAN NOT NULL DEFAULT TRUE;
UPDATE two SET b = FALSE;
-- +only postgres
ALTER TABLE one
    SET (fillfactor = 70); -- room
-- +only sqlite
PRAGMA optimize;
DROP INDEX one_a;`

func TestTranslate(t *testing.T) {
	for postgres, want := range map[bool]string{
		false: `-- BOOLEAN; and TEXT,
-- +goose Up
CREATE TABLE one (
    id   INTEGER PRIMARY KEY AUTOINCREMENT, -- it's an INTEGER, NOT TEXT;
    a  TEXT NOT NULL DEFAULT 'BLOB, (it''s) -- TEXT;',
    b  INTEGER, c INTEGER NOT NULL DEFAULT FALSE, d REAL
       NOT NULL,
    text BLOB UNIQUE,
    UNIQUE (a, b)
) STRICT;
CREATE TABLE two (a INTEGER REFERENCES one (id), PRIMARY KEY (a)) STRICT, WITHOUT ROWID; -- a BLOB
CREATE UNIQUE INDEX one_a ON one (a DESC) WHERE a <> 'TEXT;' AND NOT c;
ALTER TABLE two ADD COLUMN b INTEGER NOT NULL DEFAULT TRUE;
UPDATE two SET b = FALSE;
-- +only postgres
 -- room
-- +only sqlite
PRAGMA optimize;
DROP INDEX one_a;`,
		true: `-- BOOLEAN; and TEXT,
-- +goose Up
CREATE TABLE one (
    id   BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- it's an INTEGER, NOT TEXT;
    a  TEXT COLLATE "C" NOT NULL DEFAULT 'BLOB, (it''s) -- TEXT;',
    b  BIGINT, c BOOLEAN NOT NULL DEFAULT FALSE, d DOUBLE PRECISION
       NOT NULL,
    text BYTEA UNIQUE,
    UNIQUE (a, b)
);
CREATE TABLE two (a BIGINT REFERENCES one (id), PRIMARY KEY (a))  ; -- a BLOB
CREATE UNIQUE INDEX one_a ON one (a DESC) WHERE a <> 'TEXT;' AND NOT c;
ALTER TABLE two ADD COLUMN b BOOLEAN NOT NULL DEFAULT TRUE;
UPDATE two SET b = FALSE;
-- +only postgres
ALTER TABLE one
    SET (fillfactor = 70); -- room
-- +only sqlite

DROP INDEX one_a;`,
	} {
		if got, err := translate(both, postgres); err != nil || got != want {
			t.Errorf("postgres is %v: %v\n%s", postgres, err, got)
		}
	}
}

// Nothing passes that might mean something else, or nothing, in one of the databases.
func TestTranslateUnknown(t *testing.T) {
	for text, want := range map[string]string{
		"CREATE TABLE x (a JSON);":                             `unknown type JSON in the definition "a JSON" (line 1)`,
		"CREATE TABLE x (a text);":                             "unknown type text",
		"CREATE TABLE x (a INT NOT NULL);":                     "unknown type INT ",
		"CREATE TABLE x (a IDENTITY);":                         "unknown type IDENTITY ",
		"CREATE TABLE x (a);":                                  `unknown word in the definition "a"`,
		"CREATE TABLE x (a TEXT PRIMARY);":                     "unknown word",
		"CREATE TABLE x (a TEXT COLLATE NOCASE);":              "unknown word",
		"CREATE TABLE x (a TEXT DEFAULT now());":               "unknown word",
		`CREATE TABLE x (a TEXT DEFAULT "");`:                  "unknown word",
		"CREATE TABLE x (a INTEGER CHECK (a > 0));":            "unknown word",
		"CREATE TABLE x (a TEXT /* a BLOB */);":                "unknown word",
		"CREATE TABLE x (a TEXT, b BLOB), (c BLOB);":           "unknown word",
		"CREATE TABLE x (a TEXT,);":                            `unknown word in the definition ""`,
		"CREATE TABLE x (a TEXT, PRIMARY KEY (lower(a)));":     "unknown word",
		"CREATE TABLE x (a TEXT, FOREIGN KEY (a) REFERENCES y": "the last statement has no semicolon",
		"CREATE TABLE x (a TEXT) STRICT;":                      "unknown statement",
		"CREATE TABLE x (a TEXT) WITH (fillfactor = 70);":      "unknown word",
		"CREATE TABLE IF NOT EXISTS x (a TEXT);":               "unknown statement",
		"CREATE VIEW x AS SELECT 1;":                           "unknown statement",
		"-- x\n\nVACUUM\n;":                                    `unknown statement "VACUUM" (line 3)`,
		"ALTER TABLE x ADD COLUMN a VARCHAR;":                  "unknown type VARCHAR",
		"ALTER TABLE x ADD COLUMN a TEXT, ADD COLUMN b TEXT;":  "unknown word",
		"ALTER TABLE x ALTER COLUMN a DROP NOT NULL;":          "unknown statement",
		"-- +only mysql\nDROP INDEX x;":                        `"-- +only mysql" marks no statement`,
		"DROP INDEX\n-- +only sqlite\nx;":                      "marks no statement",
		"-- +only sqlite\n-- +only postgres\nVACUUM;":          "marks no statement",
		"DROP INDEX x;\n-- +only sqlite":                       "no semicolon (line 2)",
		"-- +only sqlite\nVACUUM; VACUUM;":                     "unknown statement",
	} {
		for _, postgres := range []bool{false, true} {
			if got, err := translate(text, postgres); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %s, %v, expected %s", text, got, err, want)
			}
		}
	}
}

// Both databases take what is translated. They give a number once, even if it is that of the last row, and a false
// default is false.
func TestTranslatedMeansTheSame(t *testing.T) {
	before := migrations
	defer func() { migrations = before }()
	migrations = fstest.MapFS{"migrations/00001_both.sql": {Data: []byte(both)}}
	addresses := map[string]string{"pgx": pgtest.Start(t), "sqlite": "sqlite:" + t.TempDir() + "/wane.db"}
	for driver, address := range addresses {
		if _, err := Migrate(context.Background(), address, nil); err != nil {
			t.Errorf("%s: %v", driver, err)
			continue
		}
		d, err := sql.Open(driver, strings.TrimPrefix(address, "sqlite:"))
		if err != nil {
			t.Fatal(err)
		}
		const insert = "INSERT INTO one (b, d) VALUES (1, 2) RETURNING id"
		for want := range 3 {
			var id int
			if err := d.QueryRow(insert).Scan(&id); err != nil || id != want+1 {
				t.Errorf("%s: row %d, not %d: %v", driver, id, want+1, err)
			}
			var n int
			err := d.QueryRow("DELETE FROM one WHERE NOT c AND a = 'BLOB, (it''s) -- TEXT;' RETURNING b").Scan(&n)
			if err != nil || n != 1 {
				t.Errorf("%s: %d, %v", driver, n, err)
			}
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
}
