-- +goose Up

-- Whether a finished game is archived, or was found to be nothing for the archive.
ALTER TABLE games ADD COLUMN archived INTEGER NOT NULL DEFAULT 0; -- 0 or 1

CREATE INDEX games_unarchived ON games (updated, id) WHERE status = 'finished' AND NOT archived;

-- A finished game with a result, as it is searched for.
CREATE TABLE archive (
    id          TEXT PRIMARY KEY NOT NULL REFERENCES games (id),
    ended       INTEGER NOT NULL,
    variant     TEXT NOT NULL,
    family      TEXT NOT NULL,
    public      INTEGER NOT NULL, -- 0 or 1
    white_guest TEXT NOT NULL,
    white_name  TEXT NOT NULL,    -- in lower case
    black_guest TEXT NOT NULL,
    black_name  TEXT NOT NULL,
    kind        TEXT NOT NULL,    -- 'human', 'engine', 'self'
    level       INTEGER NOT NULL, -- of the engine; 0: none
    result      TEXT NOT NULL,
    plies       INTEGER NOT NULL,
    line        TEXT NOT NULL     -- the first moves, a space after each; '' if it began elsewhere
) STRICT;

-- Games that everybody may see, in the order of lists.
CREATE INDEX archive_ended ON archive (ended, id) WHERE public;
CREATE INDEX archive_variant ON archive (variant, ended, id) WHERE public;
CREATE INDEX archive_family ON archive (family, ended, id) WHERE public;
CREATE INDEX archive_kind ON archive (kind, ended, id) WHERE public;
CREATE INDEX archive_level ON archive (level, ended, id) WHERE public AND level > 0;
CREATE INDEX archive_result ON archive (result, ended, id) WHERE public;
-- By what may select few of them.
CREATE INDEX archive_white ON archive (white_name) WHERE public;
CREATE INDEX archive_black ON archive (black_name) WHERE public;
CREATE INDEX archive_plies ON archive (plies) WHERE public;
CREATE INDEX archive_line ON archive (variant, line) WHERE public;
-- The games of a guest.
CREATE INDEX archive_white_guest ON archive (white_guest, ended, id) WHERE white_guest <> '';
CREATE INDEX archive_black_guest ON archive (black_guest, ended, id) WHERE black_guest <> '';

-- How often a move was played in a position, in games that everybody may see.
CREATE TABLE openings (
    spot   INTEGER NOT NULL,
    move   TEXT NOT NULL,    -- '': the games ended there
    white  INTEGER NOT NULL, -- games that White won
    draws  INTEGER NOT NULL,
    black  INTEGER NOT NULL,
    plies  INTEGER NOT NULL, -- length of the games together
    last   INTEGER NOT NULL, -- when the last of them ended
    recent TEXT NOT NULL,    -- the last archived of them, a space between
    PRIMARY KEY (spot, move)
) STRICT, WITHOUT ROWID;
