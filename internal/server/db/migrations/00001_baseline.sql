-- The schema of both databases. Before each migration, translate.go makes the SQL of one database from the types of
-- the columns in CREATE TABLE and ALTER TABLE … ADD COLUMN:
--
--   here                  SQLite                             PostgreSQL
--   TEXT                  TEXT                               TEXT COLLATE "C" (in the order of bytes, as in SQLite)
--   INTEGER               INTEGER                            BIGINT
--   BOOLEAN               INTEGER (0 or 1)                   BOOLEAN
--   REAL                  REAL                               DOUBLE PRECISION
--   BLOB                  BLOB                               BYTEA
--   IDENTITY PRIMARY KEY  INTEGER PRIMARY KEY AUTOINCREMENT  BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY
--
-- In SQLite, each table is STRICT. WITHOUT ROWID is for SQLite: PostgreSQL does not see it. What only one database has
-- is a statement behind a line "-- +only sqlite" or "-- +only postgres", which stays as it is. Indexes and
-- updates pass as they are; another type, word of a column or kind of statement is an error: add it to translate.go and here.
--
-- The database gives each number of IDENTITY once, even after its row is deleted: readers of the feed and of the changes
-- of accounts go on after the last number that they have seen.
--
-- Moments are milliseconds since 1970, lengths of time are nanoseconds (what a
-- replay adds up must be exact), sides are 0 for white and 1 for black.

-- +goose Up

-- A game: what was agreed, and how it stands after its last event.
CREATE TABLE games (
    id          TEXT PRIMARY KEY NOT NULL,
    variant     TEXT NOT NULL,
    start       TEXT NOT NULL,    -- FEN; '': the variant's own
    base        INTEGER NOT NULL,
    increment   INTEGER NOT NULL,
    per_move    INTEGER NOT NULL,
    casual      BOOLEAN NOT NULL,
    public      BOOLEAN NOT NULL,
    seats       TEXT NOT NULL,    -- JSON: the two players as at creation
    creator     TEXT NOT NULL,
    former      TEXT NOT NULL,
    created     INTEGER NOT NULL,

    white_guest TEXT NOT NULL,
    white_name  TEXT NOT NULL,
    white_level INTEGER NOT NULL,
    black_guest TEXT NOT NULL,
    black_name  TEXT NOT NULL,
    black_level INTEGER NOT NULL,
    status      TEXT NOT NULL,
    seq         INTEGER NOT NULL, -- of the last event
    ply         INTEGER NOT NULL,
    turn        INTEGER NOT NULL,
    position    TEXT NOT NULL,    -- FEN
    last        TEXT NOT NULL,
    result      TEXT NOT NULL,    -- '*', '1-0', '0-1', '1/2-1/2'
    reason      TEXT NOT NULL,
    updated     INTEGER NOT NULL,
    deadline    INTEGER,          -- NULL: nothing will happen by itself
    thinking    BOOLEAN NOT NULL,
    -- What indexes have of updated and deadline. Moves of a live game change it every few minutes at most, and
    -- touch no other column of an index.
    active      INTEGER NOT NULL, -- updated, of a live game rounded down to five minutes
    due         INTEGER,          -- deadline, rounded down to five minutes
    unplayed    BOOLEAN NOT NULL, -- not live, and without a result or a move
    -- Whether no guest of a finished game is known any more.
    forgotten   BOOLEAN NOT NULL DEFAULT FALSE,
    -- Whether a game changes ratings, if it counts.
    rated       BOOLEAN NOT NULL DEFAULT FALSE,
    -- What the other columns do not say about a player, such as whether it has an account: JSON, ''
    -- for nothing.
    white_standing TEXT NOT NULL DEFAULT '',
    black_standing TEXT NOT NULL DEFAULT '',
    -- For which ratings a public game is; 0: no limit.
    rating_min  INTEGER NOT NULL DEFAULT 0,
    rating_max  INTEGER NOT NULL DEFAULT 0,
    -- Whether the creator waits for any opponent that fits: in one game at a time.
    pairing     BOOLEAN NOT NULL DEFAULT FALSE,
    -- The tournament that paired the players of a game; '': none.
    tournament  TEXT NOT NULL DEFAULT '',
    -- Its players may halve their time.
    berserk     BOOLEAN NOT NULL DEFAULT FALSE,
    -- Terms besides those of the variant, such as 'noAbort', with commas between.
    rules       TEXT NOT NULL DEFAULT ''
);
-- room for updates in place
-- +only postgres
ALTER TABLE games SET (fillfactor = 70);

CREATE INDEX games_active ON games (active, id);
CREATE INDEX games_status ON games (status, active, id);
CREATE INDEX games_public ON games (status, active, id) WHERE public;
CREATE INDEX games_due ON games (due) WHERE due IS NOT NULL;
CREATE INDEX games_thinking ON games (id) WHERE thinking;
CREATE INDEX games_white ON games (white_guest, status, active, id) WHERE white_guest <> '';
CREATE INDEX games_black ON games (black_guest, status, active, id) WHERE black_guest <> '';
CREATE INDEX games_creator ON games (creator, status, active, id) WHERE creator <> '';
-- A player waits for any opponent that fits in one game at a time.
CREATE UNIQUE INDEX games_pairing ON games (creator) WHERE pairing AND status = 'waiting';
-- What is left to do with finished games, and what is not kept for ever.
CREATE INDEX games_rated ON games (id) WHERE status = 'finished' AND rated;
CREATE INDEX games_remembered ON games (active, id) WHERE status = 'finished' AND NOT forgotten;
CREATE INDEX games_unplayed ON games (active, id) WHERE unplayed;

-- Every change of a game. The two keys decide races.
CREATE TABLE events (
    game        TEXT NOT NULL REFERENCES games (id),
    seq         INTEGER NOT NULL,
    kind        TEXT NOT NULL,
    side        INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    command     TEXT NOT NULL,
    guest       TEXT NOT NULL,
    name        TEXT NOT NULL,
    level       INTEGER NOT NULL,
    move        TEXT NOT NULL,
    san         TEXT NOT NULL,
    white_clock INTEGER NOT NULL,
    black_clock INTEGER NOT NULL,
    plies       INTEGER NOT NULL,
    result      TEXT NOT NULL,
    reason      TEXT NOT NULL,
    next        TEXT NOT NULL,
    standing TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (game, seq)
) WITHOUT ROWID;

CREATE UNIQUE INDEX events_command ON events (game, command) WHERE command <> '';

-- Which features are still to read of the end of a game.
CREATE TABLE feed (
    n      IDENTITY PRIMARY KEY,
    game   TEXT NOT NULL REFERENCES games (id),
    reader TEXT NOT NULL, -- a feature
    UNIQUE (game, reader)
);

CREATE INDEX feed_reader ON feed (reader, n);

-- Random bytes that every node shares, such as the key of cookies.
CREATE TABLE secrets (
    name  TEXT PRIMARY KEY NOT NULL,
    bytes BLOB NOT NULL
);

-- One row, written to see whether writing works.
CREATE TABLE pulse (
    id INTEGER PRIMARY KEY NOT NULL,
    at INTEGER NOT NULL
);

-- Which node does a job that one node does at a time, and until when.
CREATE TABLE leases (
    job TEXT PRIMARY KEY NOT NULL,
    node TEXT NOT NULL,
    until INTEGER NOT NULL
);

-- The review of a game: what an engine thinks of it, or how far it has come. There
-- is at most one, which everybody shares.
CREATE TABLE reviews (
    game    TEXT PRIMARY KEY NOT NULL REFERENCES games (id),
    seq     INTEGER NOT NULL, -- of the last change: decides races
    line    TEXT NOT NULL,    -- JSON: variant, beginning, moves
    level   TEXT NOT NULL,
    status  TEXT NOT NULL,    -- 'waiting', 'running', 'done', 'failed'
    found   TEXT NOT NULL,    -- JSON: the last positions, while it is worked at
    report  TEXT NOT NULL,    -- JSON: the last that was finished; '': none
    fault   TEXT NOT NULL,
    asker   TEXT NOT NULL,    -- the guest who asked last
    asked   INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    -- The hash of the address from which a review was requested, while the review is open:
    -- addresses take turns.
    address TEXT NOT NULL DEFAULT ''
);

CREATE INDEX reviews_open ON reviews (asked, game) WHERE status IN ('waiting', 'running');

-- A finished game with a result, as it is searched for.
CREATE TABLE archive (
    id          TEXT PRIMARY KEY NOT NULL REFERENCES games (id),
    ended       INTEGER NOT NULL,
    variant     TEXT NOT NULL,
    family      TEXT NOT NULL,
    public      BOOLEAN NOT NULL,
    white_guest TEXT NOT NULL,
    white_name  TEXT NOT NULL,    -- in lower case
    black_guest TEXT NOT NULL,
    black_name  TEXT NOT NULL,
    kind        TEXT NOT NULL,    -- 'human', 'engine', 'self'
    level       INTEGER NOT NULL, -- of the engine; 0: none
    result      TEXT NOT NULL,
    plies       INTEGER NOT NULL,
    start       TEXT NOT NULL,    -- FEN; '': the variant's
    line        TEXT NOT NULL     -- the first moves, a space after each
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
CREATE TABLE openings (
    spot   INTEGER NOT NULL,
    move   TEXT NOT NULL,    -- '': the games ended there
    white  INTEGER NOT NULL, -- games that White won
    draws  INTEGER NOT NULL,
    black  INTEGER NOT NULL,
    plies  INTEGER NOT NULL, -- length of the games together
    last   INTEGER NOT NULL, -- when the last of them ended
    recent TEXT NOT NULL,    -- the last archived of them, a space between
    PRIMARY KEY (spot, move)
) WITHOUT ROWID;
-- Rows of frequent moves change often; room beside them keeps them in their page.
-- +only postgres
ALTER TABLE openings SET (fillfactor = 90);

CREATE INDEX reviews_askers ON reviews (asked, game) WHERE asker <> '';
CREATE INDEX reviews_asker ON reviews (asker) WHERE asker <> '';

-- Games that were deleted, for a while: nodes that have them loaded find them here, and no
-- request creates them again.
CREATE TABLE deleted (
    game TEXT PRIMARY KEY NOT NULL,
    at   INTEGER NOT NULL
);

CREATE INDEX deleted_at ON deleted (at);

-- What operators did with games.
CREATE TABLE admin_log (
    id       IDENTITY PRIMARY KEY,
    at       INTEGER NOT NULL,
    operator TEXT NOT NULL,
    action   TEXT NOT NULL, -- 'close', 'delete', 'export'
    game     TEXT NOT NULL, -- '': several
    detail   TEXT NOT NULL,
    -- With whom operators dealt.
    account TEXT NOT NULL DEFAULT ''
);

CREATE INDEX admin_log_game ON admin_log (game, id) WHERE game <> '';

-- Players with an account. Moments are milliseconds since 1970, 0: none.
CREATE TABLE accounts (
    id       TEXT PRIMARY KEY NOT NULL, -- that of a guest
    name     TEXT NOT NULL,
    key      TEXT NOT NULL,             -- the name without capital letters
    skeleton TEXT NOT NULL,             -- what the name looks like
    role     TEXT NOT NULL,
    bot      BOOLEAN NOT NULL,
    title    TEXT NOT NULL DEFAULT '',
    created  INTEGER NOT NULL,
    closed   INTEGER NOT NULL,
    muted    INTEGER NOT NULL,
    seq      INTEGER NOT NULL,          -- changes
    password TEXT NOT NULL,             -- argon2id; '': none
    handle   BLOB NOT NULL,             -- by which passkeys know the account
    email    TEXT NOT NULL, -- '': none
    -- In which language an account gets mail, and since when its owner wants it deleted (0: no).
    language TEXT NOT NULL DEFAULT '',
    deleting INTEGER NOT NULL DEFAULT 0
);

CREATE UNIQUE INDEX accounts_key ON accounts (key);
CREATE UNIQUE INDEX accounts_skeleton ON accounts (skeleton);
CREATE UNIQUE INDEX accounts_handle ON accounts (handle);
CREATE UNIQUE INDEX accounts_email ON accounts (email) WHERE email <> '';
CREATE INDEX accounts_role ON accounts (role, key) WHERE role <> 'player';
CREATE INDEX accounts_closed ON accounts (key) WHERE closed > 0;

-- Guests who have become an account. Their cookies prove nothing.
CREATE TABLE claims (
    guest   TEXT PRIMARY KEY NOT NULL,
    account TEXT NOT NULL, -- '': it was deleted
    -- When to look for games of a claimed guest that its account does not have yet; 0: it has all.
    due INTEGER NOT NULL DEFAULT 0
);

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
);

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
);

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
);

CREATE INDEX passkeys_account ON passkeys (account);

-- Codes that are valid once, for who has lost the rest.
CREATE TABLE recovery_codes (
    account TEXT NOT NULL REFERENCES accounts (id),
    hash    TEXT NOT NULL,
    PRIMARY KEY (account, hash)
) WITHOUT ROWID;

-- What is valid once, for a time: ceremonies of passkeys, and links in letters.
CREATE TABLE tickets (
    hash    TEXT PRIMARY KEY NOT NULL,
    kind    TEXT NOT NULL,
    account TEXT NOT NULL, -- '': not known yet
    data    BLOB NOT NULL,
    expires INTEGER NOT NULL
);

CREATE INDEX tickets_expires ON tickets (expires);
CREATE INDEX tickets_account ON tickets (account) WHERE account <> '';

-- Wrong attempts to sign in, by name and hash of the address.
CREATE TABLE attempts (
    key   TEXT PRIMARY KEY NOT NULL,
    count INTEGER NOT NULL,
    last  INTEGER NOT NULL
);

CREATE INDEX attempts_last ON attempts (last);

-- Changes of accounts, for a while: nodes that know them drop what they know.
CREATE TABLE account_changes (
    seq     IDENTITY PRIMARY KEY,
    at      INTEGER NOT NULL,
    account TEXT NOT NULL,
    ended   TEXT NOT NULL -- a session or token; '': the account has changed
);

CREATE INDEX account_changes_at ON account_changes (at);

-- The ledger: what each game did to the ratings of its players. It outlives games and
-- accounts, since the changes after a change depend on it.
CREATE TABLE rating_changes (
    seq              INTEGER PRIMARY KEY NOT NULL, -- from 1, without gaps
    game             TEXT NOT NULL,
    ended            INTEGER NOT NULL,
    pool             TEXT NOT NULL,
    result           TEXT NOT NULL,
    white            TEXT NOT NULL, -- ID of an account, 'level:' and a number, or 'gone:' and random letters
    black            TEXT NOT NULL,
    white_rating     REAL NOT NULL,
    white_deviation  REAL NOT NULL,
    white_volatility REAL NOT NULL,
    black_rating     REAL NOT NULL,
    black_deviation  REAL NOT NULL,
    black_volatility REAL NOT NULL,
    -- after the game
    white_new_rating     REAL NOT NULL,
    white_new_deviation  REAL NOT NULL,
    white_new_volatility REAL NOT NULL,
    black_new_rating     REAL NOT NULL,
    black_new_deviation  REAL NOT NULL,
    black_new_volatility REAL NOT NULL,
    deleted          BOOLEAN NOT NULL DEFAULT FALSE -- whether the game was deleted
);

CREATE UNIQUE INDEX rating_changes_game ON rating_changes (game);
CREATE INDEX rating_changes_white ON rating_changes (white, seq);
CREATE INDEX rating_changes_black ON rating_changes (black, seq);

-- The ratings of players, as they are after the last change.
CREATE TABLE ratings (
    player     TEXT NOT NULL,
    pool       TEXT NOT NULL,
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    wins       INTEGER NOT NULL,
    draws      INTEGER NOT NULL,
    losses     INTEGER NOT NULL,
    ended      INTEGER NOT NULL, -- the last game
    seq        INTEGER NOT NULL, -- of the last change
    PRIMARY KEY (player, pool)
) WITHOUT ROWID;

-- Challenges: invitations to a game, which has the same ID. They are deleted a day after they
-- end.
CREATE TABLE challenges (
    id       TEXT PRIMARY KEY NOT NULL,
    seq      INTEGER NOT NULL, -- of the last change: decides races
    status   TEXT NOT NULL,
    sender   TEXT NOT NULL,
    receiver TEXT NOT NULL, -- '': anyone with the link
    updated  INTEGER NOT NULL,
    expires  INTEGER NOT NULL,
    terms    TEXT NOT NULL    -- JSON: all of it
);

CREATE INDEX challenges_sender ON challenges (sender, updated);
CREATE INDEX challenges_receiver ON challenges (receiver, updated);
CREATE INDEX challenges_open ON challenges (status, expires) WHERE status IN ('created', 'accepting');
CREATE INDEX challenges_ended ON challenges (updated) WHERE status NOT IN ('created', 'accepting');

-- Until when bots are online, as far as their streams say.
CREATE TABLE online (
    account TEXT PRIMARY KEY NOT NULL,
    until   INTEGER NOT NULL
);

-- What people write to each other beside games and other things, for some weeks.
CREATE TABLE chat (
    place   TEXT NOT NULL,    -- 'games/' and an ID
    room    TEXT NOT NULL,    -- 'players', 'spectators', 'common'
    seq     INTEGER NOT NULL, -- in the room
    at      INTEGER NOT NULL,
    author  TEXT NOT NULL,    -- the guest or account
    person  TEXT NOT NULL,    -- JSON: how others saw it
    preset  TEXT NOT NULL,    -- '': text
    text    TEXT NOT NULL,
    hidden  BOOLEAN NOT NULL DEFAULT FALSE,
    closed  BOOLEAN NOT NULL, -- only those read it who belong to the place
    command TEXT NOT NULL,
    PRIMARY KEY (place, room, seq)
) WITHOUT ROWID;

CREATE UNIQUE INDEX chat_command ON chat (place, command);
CREATE INDEX chat_at ON chat (at);
CREATE INDEX chat_author ON chat (author);

-- The number of the last message of each room, which outlives the message.
CREATE TABLE chat_rooms (
    place TEXT NOT NULL,
    room  TEXT NOT NULL,
    seq   INTEGER NOT NULL,
    at    INTEGER NOT NULL,
    PRIMARY KEY (place, room)
) WITHOUT ROWID;

CREATE INDEX chat_rooms_at ON chat_rooms (at);

-- The studies of accounts. Moments are milliseconds since 1970.
CREATE TABLE studies (
    account TEXT NOT NULL,    -- ID
    id      TEXT NOT NULL,
    version TEXT NOT NULL,    -- a hash
    name    TEXT NOT NULL,
    variant TEXT NOT NULL,
    title   TEXT NOT NULL,
    created INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    moves   INTEGER NOT NULL, -- plies of the main line
    game    TEXT NOT NULL,    -- it was made from; '': none
    content BLOB NOT NULL,    -- JSON, compressed
    PRIMARY KEY (account, id)
);

-- Mail that waits to be sent.
CREATE TABLE outbox (
    id      TEXT PRIMARY KEY NOT NULL,
    kind    TEXT NOT NULL,
    account TEXT NOT NULL,    -- '': none
    data    TEXT NOT NULL,    -- JSON
    created INTEGER NOT NULL,
    due     INTEGER NOT NULL, -- a node that takes it sets the time at which another may
    tries   INTEGER NOT NULL
);

CREATE INDEX outbox_due ON outbox (due);
CREATE INDEX outbox_account ON outbox (account) WHERE account <> '';
CREATE INDEX accounts_deleting ON accounts (deleting) WHERE deleting > 0;
CREATE INDEX claims_due ON claims (due) WHERE due > 0;

-- From which addresses people signed in: hashes, for a while.
CREATE TABLE places (
    account TEXT NOT NULL,
    place   TEXT NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (account, place)
) WITHOUT ROWID;

CREATE INDEX places_at ON places (at);

-- Names of deleted accounts, which no other account gets: hashes of what they look like.
CREATE TABLE retired_names (
    hash TEXT PRIMARY KEY NOT NULL
) WITHOUT ROWID;

-- What accounts are to each other. Moments are milliseconds since 1970.
CREATE TABLE relations (
    account TEXT NOT NULL, -- ID, as other
    other   TEXT NOT NULL,
    kind    TEXT NOT NULL, -- 'follow', 'block'
    at      INTEGER NOT NULL,
    PRIMARY KEY (account, other)
) WITHOUT ROWID;

CREATE INDEX relations_other ON relations (other, kind);

-- Until when accounts are online, as nodes note it from time to time.
CREATE TABLE seen (
    account   TEXT PRIMARY KEY NOT NULL, -- ID
    until     INTEGER NOT NULL,
    invisible BOOLEAN NOT NULL DEFAULT FALSE -- others do not see it
) WITHOUT ROWID;

CREATE INDEX seen_until ON seen (until) WHERE NOT invisible;

-- What has happened for players while they were not looking.
CREATE TABLE notifications (
    player  TEXT NOT NULL, -- a guest or an account
    id      TEXT NOT NULL,
    kind    TEXT NOT NULL,
    game    TEXT NOT NULL, -- or the challenge
    variant TEXT NOT NULL,
    name    TEXT NOT NULL, -- of the other player
    level   INTEGER NOT NULL,
    result  TEXT NOT NULL,
    at      INTEGER NOT NULL,
    state   INTEGER NOT NULL, -- 0 unread, 1 read, 2 silent
    pending BOOLEAN NOT NULL, -- it has to be pushed
    -- 1: it was in a digest.
    mailed INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (player, id)
) WITHOUT ROWID;

CREATE INDEX notifications_name ON notifications (name) WHERE name <> '';
CREATE INDEX notifications_game ON notifications (game);
CREATE INDEX notifications_at ON notifications (at);
CREATE INDEX notifications_pending ON notifications (at) WHERE pending;

-- The browsers that take pushes.
CREATE TABLE push_subscriptions (
    endpoint TEXT NOT NULL PRIMARY KEY,
    player   TEXT NOT NULL,
    p256dh   TEXT NOT NULL,
    auth     TEXT NOT NULL,
    language TEXT NOT NULL,
    created  INTEGER NOT NULL,
    -- The session that a subscription ends with; empty: a guest's. How many pushes have failed in a row, and until when
    -- the push service is left alone.
    session TEXT NOT NULL DEFAULT '',
    failures INTEGER NOT NULL DEFAULT 0,
    rests INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE INDEX push_subscriptions_player ON push_subscriptions (player);

CREATE TABLE notify_settings (
    player   TEXT NOT NULL PRIMARY KEY,
    settings TEXT NOT NULL -- JSON
) WITHOUT ROWID;

-- The last vacation of each account that had one.
CREATE TABLE vacations (
    account TEXT NOT NULL PRIMARY KEY,
    number  INTEGER NOT NULL, -- of the last change
    begun   INTEGER NOT NULL,
    until   INTEGER NOT NULL,
    used    INTEGER NOT NULL, -- days of the year of begun
    pending BOOLEAN NOT NULL  -- games may lack the event of this change
) WITHOUT ROWID;

CREATE INDEX vacations_until ON vacations (until);
CREATE INDEX vacations_pending ON vacations (account) WHERE pending;

-- What accounts say about themselves. Those that say nothing have no row.
CREATE TABLE profiles (
    account TEXT NOT NULL PRIMARY KEY,
    about   TEXT NOT NULL,
    link    TEXT NOT NULL -- an address of the web; '': none
) WITHOUT ROWID;

-- What accounts tell moderators of others.
CREATE TABLE reports (
    id       IDENTITY PRIMARY KEY,
    at       INTEGER NOT NULL,
    reporter TEXT NOT NULL, -- an account; '': it was deleted
    reported TEXT NOT NULL, -- an account
    reason   TEXT NOT NULL,
    text     TEXT NOT NULL,
    place    TEXT NOT NULL,    -- '': none; 'games/' and an ID
    messages TEXT NOT NULL,    -- of its chat, JSON
    decided  INTEGER NOT NULL, -- 0: open
    outcome  TEXT NOT NULL,
    moderator TEXT NOT NULL    -- who decided, by name
);

CREATE INDEX reports_reporter ON reports (reporter) WHERE reporter <> '';
CREATE UNIQUE INDEX reports_open ON reports (reporter, reported) WHERE decided = 0 AND reporter <> '';
CREATE INDEX reports_reported ON reports (reported, id);
CREATE INDEX reports_decided ON reports (decided);
CREATE INDEX admin_log_account ON admin_log (account, id) WHERE account <> '';

-- The conditional moves of a player in a game by correspondence.
CREATE TABLE conditional_moves (
    game    TEXT NOT NULL,
    player  TEXT NOT NULL,    -- a guest or an account
    version INTEGER NOT NULL, -- counts the changes
    ply     INTEGER NOT NULL, -- plies before the lines
    seen    INTEGER NOT NULL, -- number of the last event of the game then
    lines   TEXT NOT NULL,    -- UCI; moves are separated by spaces, lines by line feeds
    PRIMARY KEY (game, player)
) WITHOUT ROWID;

CREATE INDEX conditional_moves_player ON conditional_moves (player);

-- What a player writes down beside a game.
CREATE TABLE notes (
    game    TEXT NOT NULL,
    player  TEXT NOT NULL,
    version INTEGER NOT NULL,
    at      INTEGER NOT NULL, -- of the last change
    text    TEXT NOT NULL,
    PRIMARY KEY (game, player)
) WITHOUT ROWID;

CREATE INDEX notes_player ON notes (player);
CREATE INDEX ratings_best ON ratings (pool, rating, ended, deviation);

-- What is about no game, to forget an account that follows others.
CREATE INDEX notifications_followed ON notifications (id) WHERE game = '';

-- How often accounts get their unread notifications by e-mail.
CREATE TABLE digests (
    player TEXT NOT NULL PRIMARY KEY,
    every  TEXT NOT NULL,    -- never, daily or weekly
    since  INTEGER NOT NULL, -- earlier notifications are in none
    sent   INTEGER NOT NULL, -- when the last one was sent; 0: never
    secret TEXT NOT NULL     -- of the link that ends them
) WITHOUT ROWID;

CREATE INDEX digests_secret ON digests (secret);
CREATE INDEX digests_due ON digests (every, sent);
CREATE INDEX notifications_unmailed ON notifications (player, at) WHERE state = 0 AND mailed = 0;

-- The ratings of players in puzzles, by variant. Moments are milliseconds since 1970.
CREATE TABLE puzzle_ratings (
    player     TEXT NOT NULL,    -- a guest or an account
    variant    TEXT NOT NULL,
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    tried      INTEGER NOT NULL, -- attempts that counted
    solved     INTEGER NOT NULL,
    counted    INTEGER NOT NULL, -- when the last one of them was; 0: there is none
    seen       INTEGER NOT NULL, -- when the player tried a puzzle last
    PRIMARY KEY (player, variant)
) WITHOUT ROWID;

CREATE INDEX puzzle_ratings_seen ON puzzle_ratings (seen);

-- What players have made of puzzles. Puzzles that nobody has tried or reported have no row.
CREATE TABLE puzzle_records (
    puzzle     TEXT PRIMARY KEY NOT NULL,
    variant    TEXT NOT NULL,
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    tried      INTEGER NOT NULL,            -- players
    solved     INTEGER NOT NULL,
    state      TEXT NOT NULL,               -- '', 'resting' or 'removed'
    since      INTEGER NOT NULL DEFAULT 0   -- when it got the state
) WITHOUT ROWID;

CREATE INDEX puzzle_records_variant ON puzzle_records (variant);
CREATE INDEX puzzle_records_idle ON puzzle_records (state, since) WHERE state <> '';

-- The first attempt of each player at each puzzle.
CREATE TABLE puzzle_attempts (
    seq              IDENTITY PRIMARY KEY,
    player           TEXT NOT NULL,
    puzzle           TEXT NOT NULL,
    id               TEXT NOT NULL,    -- chosen by the client
    variant          TEXT NOT NULL,
    at               INTEGER NOT NULL,
    last             INTEGER NOT NULL, -- when the player tried the puzzle last
    took             INTEGER NOT NULL, -- milliseconds
    moves            TEXT NOT NULL,    -- UCI, separated by spaces
    solved           BOOLEAN NOT NULL,
    helped           BOOLEAN NOT NULL,
    counted          BOOLEAN NOT NULL,
    before_rating    REAL NOT NULL,    -- the player's
    before_deviation REAL NOT NULL,
    after_rating     REAL NOT NULL,
    after_deviation  REAL NOT NULL,
    puzzle_before    REAL NOT NULL,    -- the rating of the puzzle
    puzzle_after     REAL NOT NULL
);

CREATE UNIQUE INDEX puzzle_attempts_once ON puzzle_attempts (player, puzzle);
CREATE INDEX puzzle_attempts_player ON puzzle_attempts (player, seq);
CREATE INDEX puzzle_attempts_last ON puzzle_attempts (player, variant, last, puzzle);

-- The best runs of players.
CREATE TABLE puzzle_runs (
    player  TEXT NOT NULL,
    kind    TEXT NOT NULL,    -- 'streak' or 'storm'
    variant TEXT NOT NULL,    -- or 'mixed'
    span    TEXT NOT NULL,    -- 'day', 'week' or 'ever'
    begun   INTEGER NOT NULL, -- the day or week
    score   INTEGER NOT NULL,
    wrong   INTEGER NOT NULL,
    took    INTEGER NOT NULL, -- milliseconds
    at      INTEGER NOT NULL,
    PRIMARY KEY (player, kind, variant, span)
) WITHOUT ROWID;

CREATE INDEX puzzle_runs_at ON puzzle_runs (at);
CREATE INDEX puzzle_runs_best ON puzzle_runs (kind, variant, span, begun, score DESC, wrong, took, at);

-- What players think of puzzles.
CREATE TABLE puzzle_votes (
    puzzle TEXT NOT NULL,
    player TEXT NOT NULL,
    vote   INTEGER NOT NULL, -- 1 or -1
    at     INTEGER NOT NULL,
    PRIMARY KEY (puzzle, player)
) WITHOUT ROWID;

CREATE INDEX puzzle_votes_at ON puzzle_votes (at);
CREATE INDEX puzzle_votes_player ON puzzle_votes (player);

CREATE TABLE puzzle_reports (
    id       IDENTITY PRIMARY KEY,
    puzzle   TEXT NOT NULL,
    variant  TEXT NOT NULL,
    at       INTEGER NOT NULL,
    reporter TEXT NOT NULL,    -- a player; '': the account was deleted
    account  BOOLEAN NOT NULL, -- the reporter had an account
    reason   TEXT NOT NULL,
    text     TEXT NOT NULL,
    decided  INTEGER NOT NULL  -- 0: open
);

CREATE INDEX puzzle_reports_reporter ON puzzle_reports (reporter) WHERE reporter <> '';
CREATE UNIQUE INDEX puzzle_reports_open ON puzzle_reports (reporter, puzzle) WHERE decided = 0 AND reporter <> '';
CREATE INDEX puzzle_reports_puzzle ON puzzle_reports (puzzle, id);
CREATE INDEX puzzle_reports_decided ON puzzle_reports (decided);

-- Puzzles that accounts have published.
CREATE TABLE puzzle_composed (
    id       TEXT PRIMARY KEY NOT NULL,
    author   TEXT NOT NULL,    -- an account; '': it was deleted
    variant  TEXT NOT NULL,
    fen      TEXT NOT NULL,
    position TEXT NOT NULL,    -- the FEN without counters
    moves    TEXT NOT NULL,    -- UCI, separated by spaces
    goal     TEXT NOT NULL,
    proof    TEXT NOT NULL,
    rating   INTEGER NOT NULL,
    themes   TEXT NOT NULL,    -- separated by spaces
    note     TEXT NOT NULL,
    created  INTEGER NOT NULL
) WITHOUT ROWID;

CREATE UNIQUE INDEX puzzle_composed_position ON puzzle_composed (variant, position);
CREATE INDEX puzzle_composed_author ON puzzle_composed (author, created);

-- Tournaments. Moments are milliseconds since 1970.
CREATE TABLE tournaments (
    id       TEXT PRIMARY KEY NOT NULL,
    seq      INTEGER NOT NULL, -- of the last event
    status   TEXT NOT NULL,    -- created, started, finished or canceled
    variant  TEXT NOT NULL,
    private  BOOLEAN NOT NULL,
    creator  TEXT NOT NULL,    -- an account; '': the server, or the account was deleted
    starts   INTEGER NOT NULL,
    updated  INTEGER NOT NULL, -- when the last event was
    players  INTEGER NOT NULL,
    terms    TEXT NOT NULL,    -- JSON
    director TEXT NOT NULL DEFAULT '', -- the node that looks after it
    claimed  INTEGER NOT NULL DEFAULT 0, -- until when
    seen     INTEGER NOT NULL DEFAULT 0  -- when a node looked after it last
) WITHOUT ROWID;

CREATE INDEX tournaments_status ON tournaments (status, starts);
CREATE INDEX tournaments_updated ON tournaments (updated DESC, id);
CREATE INDEX tournaments_canceled ON tournaments (updated) WHERE status = 'canceled';
CREATE INDEX tournaments_creator ON tournaments (creator, status);

-- What has happened in them, in order.
CREATE TABLE tournament_events (
    tournament TEXT NOT NULL,
    seq        INTEGER NOT NULL, -- from 1, without gaps
    event      TEXT NOT NULL,    -- JSON
    PRIMARY KEY (tournament, seq)
) WITHOUT ROWID;

-- Who plays. Events name players by their numbers, so that an account can be forgotten.
CREATE TABLE tournament_players (
    tournament  TEXT NOT NULL,
    number      INTEGER NOT NULL, -- from 1, without gaps
    account     TEXT NOT NULL,    -- '': it was deleted
    person      TEXT NOT NULL,    -- JSON: as when the player joined
    address     TEXT NOT NULL,    -- a hash; '' once the tournament is over
    present     INTEGER NOT NULL DEFAULT 0, -- until when the player is present, if it is an arena
    place       INTEGER NOT NULL DEFAULT 0, -- 1 to 3, once it is finished; 0: another
    PRIMARY KEY (tournament, number)
) WITHOUT ROWID;

CREATE INDEX tournament_players_account ON tournament_players (account, tournament);

-- Studies that people edit together. Moments are milliseconds since 1970.
CREATE TABLE shared_studies (
    id           TEXT PRIMARY KEY NOT NULL,
    seq          INTEGER NOT NULL, -- of the last event
    name         TEXT NOT NULL,
    visibility   TEXT NOT NULL,    -- private, unlisted or public
    owner        TEXT NOT NULL,    -- an account
    topics       TEXT NOT NULL,    -- JSON
    variants     TEXT NOT NULL,    -- of the chapters: ' shrink cheshire8 '
    words        TEXT NOT NULL,    -- what searches look through, in lower case
    chapters     INTEGER NOT NULL,
    created      INTEGER NOT NULL,
    updated      INTEGER NOT NULL, -- when the last event was
    snapshot_seq INTEGER NOT NULL, -- of the last event that is in the snapshot
    snapshot     BLOB NOT NULL, -- JSON, compressed
    -- How many bytes the snapshot and the events of a study have.
    bytes INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE INDEX shared_studies_public ON shared_studies (visibility, updated);
CREATE INDEX shared_studies_owner ON shared_studies (owner, updated);

-- What has happened in them, in order. The first ones are deleted once they are in the snapshot.
CREATE TABLE shared_study_events (
    study TEXT NOT NULL,
    seq   INTEGER NOT NULL, -- from 1, without gaps
    event TEXT NOT NULL,    -- JSON
    PRIMARY KEY (study, seq)
) WITHOUT ROWID;

-- Who has a role in a study, or has commented. Events name people by their numbers, so that an
-- account can be forgotten.
CREATE TABLE shared_study_people (
    study   TEXT NOT NULL,
    number  INTEGER NOT NULL, -- from 1, without gaps
    account TEXT NOT NULL,    -- '': it was deleted
    role    TEXT NOT NULL,    -- owner, contributor, reader or ''
    PRIMARY KEY (study, number)
) WITHOUT ROWID;

CREATE INDEX shared_study_people_account ON shared_study_people (account, role);

CREATE TABLE shared_study_topics (
    topic TEXT NOT NULL,
    study TEXT NOT NULL,
    PRIMARY KEY (topic, study)
) WITHOUT ROWID;

CREATE INDEX shared_study_topics_study ON shared_study_topics (study);

-- Names that accounts propose for positions of openings. Moments are milliseconds since 1970.
CREATE TABLE opening_proposals (
    id      IDENTITY PRIMARY KEY,
    spot    INTEGER NOT NULL, -- the position, as in openings
    variant TEXT NOT NULL,
    name    TEXT NOT NULL,
    folded  TEXT NOT NULL,    -- the name without case and accents
    line    TEXT NOT NULL,    -- the moves that led there, a space between
    author  TEXT NOT NULL,    -- an account; '': it was deleted
    created INTEGER NOT NULL,
    votes   INTEGER NOT NULL,
    hidden  BOOLEAN NOT NULL DEFAULT FALSE,
    UNIQUE (spot, folded)
);

CREATE INDEX opening_proposals_folded ON opening_proposals (variant, folded);
CREATE INDEX opening_proposals_author ON opening_proposals (author, created);

-- What accounts vote for: one name for each position.
CREATE TABLE opening_votes (
    account  TEXT NOT NULL,
    spot     INTEGER NOT NULL,
    proposal INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (account, spot)
) WITHOUT ROWID;

CREATE INDEX opening_votes_proposal ON opening_votes (proposal);

-- The names of positions, which follow from the votes.
CREATE TABLE opening_names (
    spot     INTEGER PRIMARY KEY NOT NULL,
    variant  TEXT NOT NULL,
    proposal INTEGER NOT NULL,
    name     TEXT NOT NULL,
    folded   TEXT NOT NULL,
    settled  BOOLEAN NOT NULL, -- moderators have chosen it
    UNIQUE (variant, folded)
);

CREATE INDEX opening_names_proposal ON opening_names (proposal);

-- Which game each channel shows to those who watch.
CREATE TABLE channels (
    channel TEXT PRIMARY KEY NOT NULL, -- a family of variants
    game    TEXT NOT NULL,
    since   INTEGER NOT NULL -- milliseconds since 1970
) WITHOUT ROWID;

-- Finished reviews, in the order of their feed.
CREATE INDEX reviews_done ON reviews (updated, game) WHERE status = 'done';
CREATE INDEX shared_studies_bytes ON shared_studies (owner, bytes);

-- Streaks and storms in progress, and those that have just ended. A player has one of each kind.
CREATE TABLE puzzle_open_runs (
    player TEXT NOT NULL,
    kind   TEXT NOT NULL, -- 'streak' or 'storm'
    id     TEXT NOT NULL,
    begun  INTEGER NOT NULL,
    run    TEXT NOT NULL, -- JSON: all of it
    PRIMARY KEY (player, kind)
) WITHOUT ROWID;

CREATE INDEX puzzle_open_runs_begun ON puzzle_open_runs (begun);
