-- +goose Up

-- The last vacation of each account that had one.
CREATE TABLE vacations (
    account TEXT NOT NULL PRIMARY KEY,
    number  INTEGER NOT NULL, -- of the last change
    begun   INTEGER NOT NULL,
    until   INTEGER NOT NULL,
    used    INTEGER NOT NULL, -- days of the year of begun
    pending INTEGER NOT NULL  -- 1: games may lack the event of this change
) STRICT, WITHOUT ROWID;

CREATE INDEX vacations_until ON vacations (until);
CREATE INDEX vacations_pending ON vacations (account) WHERE pending = 1;
