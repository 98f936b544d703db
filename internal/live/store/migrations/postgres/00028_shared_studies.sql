-- +goose Up

-- Studies that people edit together. Moments are milliseconds since 1970.
CREATE TABLE shared_studies (
    id           TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    seq          BIGINT NOT NULL, -- of the last event
    name         TEXT NOT NULL,
    visibility   TEXT NOT NULL,    -- private, unlisted or public
    owner        TEXT COLLATE "C" NOT NULL,    -- an account
    owner_name   TEXT NOT NULL,
    topics       TEXT NOT NULL,    -- JSON
    variants     TEXT NOT NULL,    -- of the chapters: ' shrink cheshire8 '
    words        TEXT NOT NULL,    -- what searches look through, in lower case
    chapters     BIGINT NOT NULL,
    created      BIGINT NOT NULL,
    updated      BIGINT NOT NULL, -- when the last event was
    snapshot_seq BIGINT NOT NULL, -- of the last event that is in the snapshot
    snapshot     BYTEA NOT NULL     -- JSON, compressed
);

CREATE INDEX shared_studies_public ON shared_studies (visibility, updated);
CREATE INDEX shared_studies_owner ON shared_studies (owner, updated);

-- What has happened in them, in order. The first ones are deleted once they are in the snapshot.
CREATE TABLE shared_study_events (
    study TEXT COLLATE "C" NOT NULL,
    seq   BIGINT NOT NULL, -- from 1, without gaps
    event TEXT NOT NULL,    -- JSON
    PRIMARY KEY (study, seq)
);

-- Who has a role in a study, or has commented. Events name people by their numbers, so that an
-- account can be forgotten.
CREATE TABLE shared_study_people (
    study   TEXT COLLATE "C" NOT NULL,
    number  BIGINT NOT NULL, -- from 1, without gaps
    account TEXT COLLATE "C" NOT NULL,    -- '': it was deleted
    name    TEXT NOT NULL,
    role    TEXT NOT NULL,    -- owner, contributor, reader or ''
    PRIMARY KEY (study, number)
);

CREATE INDEX shared_study_people_account ON shared_study_people (account, role);

CREATE TABLE shared_study_topics (
    topic TEXT COLLATE "C" NOT NULL,
    study TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (topic, study)
);

CREATE INDEX shared_study_topics_study ON shared_study_topics (study);
