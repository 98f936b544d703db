-- +goose Up

-- Names that accounts propose for positions of openings. Moments are milliseconds since 1970.
CREATE TABLE opening_proposals (
    id      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    spot    BIGINT NOT NULL, -- the position, as in openings
    variant TEXT COLLATE "C" NOT NULL,
    name    TEXT NOT NULL,
    folded  TEXT COLLATE "C" NOT NULL,    -- the name without case and accents
    line    TEXT NOT NULL,    -- the moves that led there, a space between
    author  TEXT COLLATE "C" NOT NULL,    -- an account; '': it was deleted
    created BIGINT NOT NULL,
    votes   BIGINT NOT NULL,
    hidden  BOOLEAN NOT NULL DEFAULT FALSE,
    UNIQUE (spot, folded)
);

CREATE INDEX opening_proposals_folded ON opening_proposals (variant, folded);
CREATE INDEX opening_proposals_author ON opening_proposals (author, created);

-- What accounts vote for: one name for each position.
CREATE TABLE opening_votes (
    account  TEXT COLLATE "C" NOT NULL,
    spot     BIGINT NOT NULL,
    proposal BIGINT NOT NULL,
    at       BIGINT NOT NULL,
    PRIMARY KEY (account, spot)
);

CREATE INDEX opening_votes_proposal ON opening_votes (proposal);

-- The names of positions, which follow from the votes.
CREATE TABLE opening_names (
    spot     BIGINT PRIMARY KEY NOT NULL,
    variant  TEXT COLLATE "C" NOT NULL,
    proposal BIGINT NOT NULL,
    name     TEXT NOT NULL,
    folded   TEXT COLLATE "C" NOT NULL,
    settled  BOOLEAN NOT NULL, -- moderators have chosen it
    UNIQUE (variant, folded)
);
