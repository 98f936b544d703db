-- +goose Up

-- Mail that waits to be sent.
CREATE TABLE outbox (
    id      TEXT COLLATE "C" PRIMARY KEY,
    kind    TEXT NOT NULL,
    account TEXT COLLATE "C" NOT NULL, -- '': none
    data    TEXT NOT NULL,             -- JSON
    created BIGINT NOT NULL,
    due     BIGINT NOT NULL,           -- a node that takes it sets the time at which another may
    tries   INTEGER NOT NULL
);

CREATE INDEX outbox_due ON outbox (due);
CREATE INDEX outbox_account ON outbox (account) WHERE account <> '';

-- In which language an account gets mail, and since when its owner wants it deleted (0: no).
ALTER TABLE accounts ADD COLUMN language TEXT NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN deleting BIGINT NOT NULL DEFAULT 0;

CREATE INDEX accounts_deleting ON accounts (deleting) WHERE deleting > 0;

-- When to look for games of a claimed guest that its account does not have yet; 0: it has all.
ALTER TABLE claims ADD COLUMN due BIGINT NOT NULL DEFAULT 0;

CREATE INDEX claims_due ON claims (due) WHERE due > 0;

-- From which addresses people signed in: hashes, for a while.
CREATE TABLE places (
    account TEXT COLLATE "C" NOT NULL,
    place   TEXT COLLATE "C" NOT NULL,
    at      BIGINT NOT NULL,
    PRIMARY KEY (account, place)
);

CREATE INDEX places_at ON places (at);

-- Names of deleted accounts, which no other account gets: hashes of what they look like.
CREATE TABLE retired_names (
    hash TEXT COLLATE "C" PRIMARY KEY
);
