-- +goose Up

-- Players with an account. Moments are milliseconds since 1970, 0: none.
CREATE TABLE accounts (
    id       TEXT PRIMARY KEY NOT NULL, -- that of a guest
    name     TEXT NOT NULL,
    key      TEXT NOT NULL,             -- the name without capital letters
    skeleton TEXT NOT NULL,             -- what the name looks like
    role     TEXT NOT NULL,
    bot      INTEGER NOT NULL,          -- 0 or 1
    created  INTEGER NOT NULL,
    closed   INTEGER NOT NULL,
    muted    INTEGER NOT NULL,
    seq      INTEGER NOT NULL,          -- changes
    password TEXT NOT NULL,             -- argon2id; '': none
    handle   BLOB NOT NULL,             -- by which passkeys know the account
    email    TEXT NOT NULL              -- '': none
) STRICT;

CREATE UNIQUE INDEX accounts_key ON accounts (key);
CREATE UNIQUE INDEX accounts_skeleton ON accounts (skeleton);
CREATE UNIQUE INDEX accounts_handle ON accounts (handle);
CREATE UNIQUE INDEX accounts_email ON accounts (email) WHERE email <> '';
CREATE INDEX accounts_role ON accounts (role, key) WHERE role <> 'player';
CREATE INDEX accounts_closed ON accounts (key) WHERE closed > 0;

-- Guests who have become an account. Their cookies prove nothing.
CREATE TABLE claims (
    guest   TEXT PRIMARY KEY NOT NULL,
    account TEXT NOT NULL -- '': it was deleted
) STRICT;

CREATE INDEX claims_account ON claims (account) WHERE account <> '';

-- Devices on which people are signed in. Of secrets there are hashes.
CREATE TABLE sessions (
    id      TEXT PRIMARY KEY NOT NULL,
    account TEXT NOT NULL REFERENCES accounts (id),
    hash    TEXT NOT NULL,
    device  TEXT NOT NULL,
    created INTEGER NOT NULL,
    used    INTEGER NOT NULL,
    fresh   INTEGER NOT NULL -- until when it may do what is dangerous
) STRICT;

CREATE UNIQUE INDEX sessions_hash ON sessions (hash);
CREATE INDEX sessions_account ON sessions (account);
CREATE INDEX sessions_used ON sessions (used);

-- Keys of programs.
CREATE TABLE tokens (
    id      TEXT PRIMARY KEY NOT NULL,
    account TEXT NOT NULL REFERENCES accounts (id),
    hash    TEXT NOT NULL,
    name    TEXT NOT NULL,
    scopes  TEXT NOT NULL, -- with spaces between
    created INTEGER NOT NULL,
    used    INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX tokens_hash ON tokens (hash);
CREATE INDEX tokens_account ON tokens (account);

-- Passkeys.
CREATE TABLE passkeys (
    id      BLOB PRIMARY KEY NOT NULL, -- of the credential
    account TEXT NOT NULL REFERENCES accounts (id),
    name    TEXT NOT NULL,
    data    BLOB NOT NULL,             -- the credential as JSON
    created INTEGER NOT NULL,
    used    INTEGER NOT NULL
) STRICT;

CREATE INDEX passkeys_account ON passkeys (account);

-- Codes that are valid once, for who has lost the rest.
CREATE TABLE recovery_codes (
    account TEXT NOT NULL REFERENCES accounts (id),
    hash    TEXT NOT NULL,
    PRIMARY KEY (account, hash)
) STRICT, WITHOUT ROWID;

-- What is valid once, for a time: ceremonies of passkeys, and links in letters.
CREATE TABLE tickets (
    hash    TEXT PRIMARY KEY NOT NULL,
    kind    TEXT NOT NULL,
    account TEXT NOT NULL, -- '': not known yet
    data    BLOB NOT NULL,
    expires INTEGER NOT NULL
) STRICT;

CREATE INDEX tickets_expires ON tickets (expires);
CREATE INDEX tickets_account ON tickets (account) WHERE account <> '';

-- Wrong attempts to sign in, by name and hash of the address.
CREATE TABLE attempts (
    key   TEXT PRIMARY KEY NOT NULL,
    count INTEGER NOT NULL,
    last  INTEGER NOT NULL
) STRICT;

CREATE INDEX attempts_last ON attempts (last);

-- Changes of accounts, for a while: nodes that know them drop what they know.
CREATE TABLE account_changes (
    seq     INTEGER PRIMARY KEY AUTOINCREMENT,
    at      INTEGER NOT NULL,
    account TEXT NOT NULL,
    ended   TEXT NOT NULL -- a session or token; '': the account has changed
) STRICT;

-- With whom operators dealt.
ALTER TABLE admin_log ADD COLUMN account TEXT NOT NULL DEFAULT '';
