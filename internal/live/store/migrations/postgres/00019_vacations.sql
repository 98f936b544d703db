-- +goose Up

-- The last vacation of each account that had one.
CREATE TABLE vacations (
    account TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    number  BIGINT NOT NULL, -- of the last change
    begun   BIGINT NOT NULL,
    until   BIGINT NOT NULL,
    used    BIGINT NOT NULL, -- days of the year of begun
    pending BOOLEAN NOT NULL -- games may lack the event of this change
);

CREATE INDEX vacations_until ON vacations (until);
CREATE INDEX vacations_pending ON vacations (account) WHERE pending;
