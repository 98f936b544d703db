-- +goose Up

-- What accounts are to each other. Moments are milliseconds since 1970.
CREATE TABLE relations (
    account TEXT COLLATE "C" NOT NULL, -- ID, as other
    other   TEXT COLLATE "C" NOT NULL,
    kind    TEXT NOT NULL,             -- 'follow', 'block'
    at      BIGINT NOT NULL,
    PRIMARY KEY (account, other)
);

CREATE INDEX relations_other ON relations (other, kind);

-- Until when accounts are online, as nodes note it from time to time.
CREATE TABLE seen (
    account   TEXT COLLATE "C" PRIMARY KEY NOT NULL, -- ID
    until     BIGINT NOT NULL,
    invisible BOOLEAN NOT NULL DEFAULT FALSE -- others do not see it
);
