-- +goose Up

-- Tournaments. Moments are milliseconds since 1970.
CREATE TABLE tournaments (
    id       TEXT PRIMARY KEY NOT NULL,
    seq      INTEGER NOT NULL, -- of the last event
    status   TEXT NOT NULL,    -- created, started, finished or canceled
    variant  TEXT NOT NULL,
    private  INTEGER NOT NULL,
    creator  TEXT NOT NULL,    -- an account; '': the server, or the account was deleted
    starts   INTEGER NOT NULL,
    updated  INTEGER NOT NULL, -- when the last event was
    players  INTEGER NOT NULL,
    terms    TEXT NOT NULL,    -- JSON
    director TEXT NOT NULL DEFAULT '', -- the node that looks after it
    claimed  INTEGER NOT NULL DEFAULT 0, -- until when
    seen     INTEGER NOT NULL DEFAULT 0  -- when a node looked after it last
) STRICT, WITHOUT ROWID;

CREATE INDEX tournaments_status ON tournaments (status, starts);
CREATE INDEX tournaments_updated ON tournaments (status, updated);
CREATE INDEX tournaments_creator ON tournaments (creator, status);

-- What has happened in them, in order.
CREATE TABLE tournament_events (
    tournament TEXT NOT NULL,
    seq        INTEGER NOT NULL, -- from 1, without gaps
    event      TEXT NOT NULL,    -- JSON
    PRIMARY KEY (tournament, seq)
) STRICT, WITHOUT ROWID;

-- Who plays. Events name players by their numbers, so that an account can be forgotten.
CREATE TABLE tournament_players (
    tournament  TEXT NOT NULL,
    number      INTEGER NOT NULL, -- from 1, without gaps
    account     TEXT NOT NULL,    -- '': it was deleted
    name        TEXT NOT NULL,
    bot         INTEGER NOT NULL,
    rating      INTEGER NOT NULL, -- when the player joined; 0: none
    provisional INTEGER NOT NULL,
    address     TEXT NOT NULL,    -- a hash; '' once the tournament is over
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX tournament_players_account ON tournament_players (account, tournament);

-- The tournament that paired the players of a game; '': none.
ALTER TABLE games ADD COLUMN tournament TEXT NOT NULL DEFAULT '';
-- Its players may halve their time.
ALTER TABLE games ADD COLUMN berserk INTEGER NOT NULL DEFAULT 0;
