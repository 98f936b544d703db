-- +goose Up

-- Whether a finished game is archived, or was found to be nothing for the archive.
ALTER TABLE games ADD COLUMN archived BOOLEAN NOT NULL DEFAULT FALSE;

CREATE INDEX games_unarchived ON games (updated, id) WHERE status = 'finished' AND NOT archived;

-- A finished game with a result, as it is searched for.
CREATE TABLE archive (
    id          TEXT COLLATE "C" PRIMARY KEY NOT NULL REFERENCES games (id),
    ended       BIGINT NOT NULL,
    variant     TEXT NOT NULL,
    family      TEXT NOT NULL,
    public      BOOLEAN NOT NULL,
    white_guest TEXT NOT NULL,
    white_name  TEXT COLLATE "C" NOT NULL, -- in lower case
    black_guest TEXT NOT NULL,
    black_name  TEXT COLLATE "C" NOT NULL,
    kind        TEXT NOT NULL,             -- 'human', 'engine', 'self'
    level       BIGINT NOT NULL,           -- of the engine; 0: none
    result      TEXT NOT NULL,
    plies       BIGINT NOT NULL,
    line        TEXT COLLATE "C" NOT NULL  -- the first moves, a space after each; '' if it began elsewhere
);

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
-- Rows of frequent moves change often; room beside them keeps them in their page.
CREATE TABLE openings (
    spot   BIGINT NOT NULL,
    move   TEXT COLLATE "C" NOT NULL, -- '': the games ended there
    white  BIGINT NOT NULL,           -- games that White won
    draws  BIGINT NOT NULL,
    black  BIGINT NOT NULL,
    plies  BIGINT NOT NULL,           -- length of the games together
    last   BIGINT NOT NULL,           -- when the last of them ended
    recent TEXT NOT NULL,             -- the last archived of them, a space between
    PRIMARY KEY (spot, move)
) WITH (fillfactor = 90);
