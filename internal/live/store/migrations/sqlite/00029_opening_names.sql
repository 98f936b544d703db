-- +goose Up

-- Names that accounts propose for positions of openings. Moments are milliseconds since 1970.
CREATE TABLE opening_proposals (
    id      INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    spot    INTEGER NOT NULL, -- the position, as in openings
    variant TEXT NOT NULL,
    name    TEXT NOT NULL,
    folded  TEXT NOT NULL,    -- the name without case and accents
    line    TEXT NOT NULL,    -- the moves that led there, a space between
    author  TEXT NOT NULL,    -- an account; '': it was deleted
    created INTEGER NOT NULL,
    votes   INTEGER NOT NULL,
    hidden  INTEGER NOT NULL DEFAULT 0, -- 0 or 1
    UNIQUE (spot, folded)
) STRICT;

CREATE INDEX opening_proposals_folded ON opening_proposals (variant, folded);
CREATE INDEX opening_proposals_author ON opening_proposals (author, created);

-- What accounts vote for: one name for each position.
CREATE TABLE opening_votes (
    account  TEXT NOT NULL,
    spot     INTEGER NOT NULL,
    proposal INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (account, spot)
) STRICT, WITHOUT ROWID;

CREATE INDEX opening_votes_proposal ON opening_votes (proposal);

-- The names of positions, which follow from the votes.
CREATE TABLE opening_names (
    spot     INTEGER PRIMARY KEY NOT NULL,
    variant  TEXT NOT NULL,
    proposal INTEGER NOT NULL,
    name     TEXT NOT NULL,
    folded   TEXT NOT NULL,
    settled  INTEGER NOT NULL, -- 0 or 1: moderators have chosen it
    UNIQUE (variant, folded)
) STRICT;
