-- Moments are milliseconds since 1970, lengths of time are nanoseconds (what a
-- replay adds up must be exact), sides are 0 for white and 1 for black.

-- +goose Up

-- A game: what was agreed, and how it stands after its last event.
CREATE TABLE games (
    id          TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    variant     TEXT COLLATE "C" NOT NULL,
    start       TEXT COLLATE "C" NOT NULL,    -- FEN; '': the variant's own
    base        BIGINT NOT NULL,
    increment   BIGINT NOT NULL,
    per_move    BIGINT NOT NULL,
    casual      BOOLEAN NOT NULL,
    public      BOOLEAN NOT NULL,
    seats       TEXT COLLATE "C" NOT NULL,    -- JSON: the two players as at creation
    creator     TEXT COLLATE "C" NOT NULL,
    former      TEXT COLLATE "C" NOT NULL,
    created     BIGINT NOT NULL,

    white_guest TEXT COLLATE "C" NOT NULL,
    white_name  TEXT COLLATE "C" NOT NULL,
    white_level BIGINT NOT NULL,
    black_guest TEXT COLLATE "C" NOT NULL,
    black_name  TEXT COLLATE "C" NOT NULL,
    black_level BIGINT NOT NULL,
    status      TEXT COLLATE "C" NOT NULL,
    seq         BIGINT NOT NULL, -- of the last event
    ply         BIGINT NOT NULL,
    turn        BIGINT NOT NULL,
    position    TEXT COLLATE "C" NOT NULL,    -- FEN
    last        TEXT COLLATE "C" NOT NULL,
    result      TEXT COLLATE "C" NOT NULL,    -- '*', '1-0', '0-1', '1/2-1/2'
    reason      TEXT COLLATE "C" NOT NULL,
    updated     BIGINT NOT NULL,
    deadline    BIGINT,           -- NULL: nothing will happen by itself
    thinking    BOOLEAN NOT NULL,
    -- What indexes have of updated and deadline. Moves of a live game change it every few minutes at most, and
    -- touch no other column of an index.
    active      BIGINT NOT NULL, -- updated, of a live game rounded down to five minutes
    due         BIGINT,          -- deadline, rounded down to five minutes
    unplayed    BOOLEAN NOT NULL, -- not live, and without a result or a move
    -- Whether no guest of a finished game is known any more.
    forgotten   BOOLEAN NOT NULL DEFAULT FALSE,
    -- Whether a game changes ratings, if it counts.
    rated       BOOLEAN NOT NULL DEFAULT FALSE,
    -- What the other columns do not say about a player, such as whether it has an account: JSON, ''
    -- for nothing.
    white_standing TEXT COLLATE "C" NOT NULL DEFAULT '',
    black_standing TEXT COLLATE "C" NOT NULL DEFAULT '',
    -- For which ratings a public game is; 0: no limit.
    rating_min  BIGINT NOT NULL DEFAULT 0,
    rating_max  BIGINT NOT NULL DEFAULT 0,
    -- Whether the creator waits for any opponent that fits: in one game at a time.
    pairing     BOOLEAN NOT NULL DEFAULT FALSE,
    -- The tournament that paired the players of a game; '': none.
    tournament  TEXT COLLATE "C" NOT NULL DEFAULT '',
    -- Its players may halve their time.
    berserk     BOOLEAN NOT NULL DEFAULT FALSE
) WITH (fillfactor = 70); -- room for updates in place

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
    game        TEXT COLLATE "C" NOT NULL REFERENCES games (id),
    seq         BIGINT NOT NULL,
    kind        TEXT COLLATE "C" NOT NULL,
    side        BIGINT NOT NULL,
    at          BIGINT NOT NULL,
    command     TEXT COLLATE "C" NOT NULL,
    guest       TEXT COLLATE "C" NOT NULL,
    name        TEXT COLLATE "C" NOT NULL,
    level       BIGINT NOT NULL,
    move        TEXT COLLATE "C" NOT NULL,
    san         TEXT COLLATE "C" NOT NULL,
    white_clock BIGINT NOT NULL,
    black_clock BIGINT NOT NULL,
    plies       BIGINT NOT NULL,
    result      TEXT COLLATE "C" NOT NULL,
    reason      TEXT COLLATE "C" NOT NULL,
    next        TEXT COLLATE "C" NOT NULL,
    standing TEXT COLLATE "C" NOT NULL DEFAULT '',
    PRIMARY KEY (game, seq)
);

CREATE UNIQUE INDEX events_command ON events (game, command) WHERE command <> '';

-- Which features are still to read of the end of a game.
CREATE TABLE feed (
    n      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game   TEXT COLLATE "C" NOT NULL REFERENCES games (id),
    reader TEXT COLLATE "C" NOT NULL, -- a feature
    UNIQUE (game, reader)
);

CREATE INDEX feed_reader ON feed (reader, n);

-- Random bytes that every node shares, such as the key of cookies.
CREATE TABLE secrets (
    name  TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    bytes BYTEA NOT NULL
);

-- One row, written to see whether writing works.
CREATE TABLE pulse (
    id BIGINT PRIMARY KEY NOT NULL,
    at BIGINT NOT NULL
);

-- Which node does a job that one node does at a time, and until when.
CREATE TABLE leases (
    job TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    node TEXT COLLATE "C" NOT NULL,
    until BIGINT NOT NULL
);

-- The review of a game: what an engine thinks of it, or how far it has come. There
-- is at most one, which everybody shares.
CREATE TABLE reviews (
    game    TEXT COLLATE "C" PRIMARY KEY NOT NULL REFERENCES games (id),
    seq     BIGINT NOT NULL, -- of the last change: decides races
    line    TEXT COLLATE "C" NOT NULL,    -- JSON: variant, beginning, moves
    level   TEXT COLLATE "C" NOT NULL,
    status  TEXT COLLATE "C" NOT NULL,    -- 'waiting', 'running', 'done', 'failed'
    found   TEXT COLLATE "C" NOT NULL,    -- JSON: the last positions, while it is worked at
    report  TEXT COLLATE "C" NOT NULL,    -- JSON: the last that was finished; '': none
    fault   TEXT COLLATE "C" NOT NULL,
    asker   TEXT COLLATE "C" NOT NULL,    -- the guest who asked last
    asked   BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    -- The hash of the address from which a review was requested, while the review is open:
    -- addresses take turns.
    address TEXT COLLATE "C" NOT NULL DEFAULT ''
);

CREATE INDEX reviews_open ON reviews (asked, game) WHERE status IN ('waiting', 'running');

-- A finished game with a result, as it is searched for.
CREATE TABLE archive (
    id          TEXT COLLATE "C" PRIMARY KEY NOT NULL REFERENCES games (id),
    ended       BIGINT NOT NULL,
    variant     TEXT COLLATE "C" NOT NULL,
    family      TEXT COLLATE "C" NOT NULL,
    public      BOOLEAN NOT NULL,
    white_guest TEXT COLLATE "C" NOT NULL,
    white_name  TEXT COLLATE "C" NOT NULL, -- in lower case
    black_guest TEXT COLLATE "C" NOT NULL,
    black_name  TEXT COLLATE "C" NOT NULL,
    kind        TEXT COLLATE "C" NOT NULL,             -- 'human', 'engine', 'self'
    level       BIGINT NOT NULL,           -- of the engine; 0: none
    result      TEXT COLLATE "C" NOT NULL,
    plies       BIGINT NOT NULL,
    start       TEXT COLLATE "C" NOT NULL,    -- FEN; '': the variant's
    line        TEXT COLLATE "C" NOT NULL     -- the first moves, a space after each
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
-- Rows of frequent moves change often; room beside them keeps them in their page.
CREATE TABLE openings (
    spot   BIGINT NOT NULL,
    move   TEXT COLLATE "C" NOT NULL, -- '': the games ended there
    white  BIGINT NOT NULL,           -- games that White won
    draws  BIGINT NOT NULL,
    black  BIGINT NOT NULL,
    plies  BIGINT NOT NULL,           -- length of the games together
    last   BIGINT NOT NULL,           -- when the last of them ended
    recent TEXT COLLATE "C" NOT NULL,             -- the last archived of them, a space between
    PRIMARY KEY (spot, move)
) WITH (fillfactor = 90);

CREATE INDEX reviews_askers ON reviews (asked, game) WHERE asker <> '';
CREATE INDEX reviews_asker ON reviews (asker) WHERE asker <> '';

-- Games that were deleted, for a while: nodes that have them loaded find them here, and no
-- request creates them again.
CREATE TABLE deleted (
    game TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    at   BIGINT NOT NULL
);

CREATE INDEX deleted_at ON deleted (at);

-- What operators did with games.
CREATE TABLE admin_log (
    id       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at       BIGINT NOT NULL,
    operator TEXT COLLATE "C" NOT NULL,
    action   TEXT COLLATE "C" NOT NULL, -- 'close', 'delete', 'export'
    game     TEXT COLLATE "C" NOT NULL, -- '': several
    detail   TEXT COLLATE "C" NOT NULL,
    -- With whom operators dealt.
    account TEXT COLLATE "C" NOT NULL DEFAULT ''
);

CREATE INDEX admin_log_game ON admin_log (game, id) WHERE game <> '';

-- Players with an account. Moments are milliseconds since 1970, 0: none.
CREATE TABLE accounts (
    id       TEXT COLLATE "C" PRIMARY KEY NOT NULL, -- that of a guest
    name     TEXT COLLATE "C" NOT NULL,
    key      TEXT COLLATE "C" NOT NULL,             -- the name without capital letters
    skeleton TEXT COLLATE "C" NOT NULL,             -- what the name looks like
    role     TEXT COLLATE "C" NOT NULL,
    bot      BOOLEAN NOT NULL,
    created  BIGINT NOT NULL,
    closed   BIGINT NOT NULL,
    muted    BIGINT NOT NULL,
    seq      BIGINT NOT NULL,          -- changes
    password TEXT COLLATE "C" NOT NULL,             -- argon2id; '': none
    handle   BYTEA NOT NULL,             -- by which passkeys know the account
    email    TEXT COLLATE "C" NOT NULL, -- '': none
    -- In which language an account gets mail, and since when its owner wants it deleted (0: no).
    language TEXT COLLATE "C" NOT NULL DEFAULT '',
    deleting BIGINT NOT NULL DEFAULT 0
);

CREATE UNIQUE INDEX accounts_key ON accounts (key);
CREATE UNIQUE INDEX accounts_skeleton ON accounts (skeleton);
CREATE UNIQUE INDEX accounts_handle ON accounts (handle);
CREATE UNIQUE INDEX accounts_email ON accounts (email) WHERE email <> '';
CREATE INDEX accounts_role ON accounts (role, key) WHERE role <> 'player';
CREATE INDEX accounts_closed ON accounts (key) WHERE closed > 0;

-- Guests who have become an account. Their cookies prove nothing.
CREATE TABLE claims (
    guest   TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    account TEXT COLLATE "C" NOT NULL, -- '': it was deleted
    -- When to look for games of a claimed guest that its account does not have yet; 0: it has all.
    due BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX claims_account ON claims (account) WHERE account <> '';

-- Devices on which people are signed in. Of secrets there are hashes.
CREATE TABLE sessions (
    id      TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    account TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
    hash    TEXT COLLATE "C" NOT NULL,
    device  TEXT COLLATE "C" NOT NULL,
    created BIGINT NOT NULL,
    used    BIGINT NOT NULL,
    fresh   BIGINT NOT NULL -- until when it may do what is dangerous
);

CREATE UNIQUE INDEX sessions_hash ON sessions (hash);
CREATE INDEX sessions_account ON sessions (account);
CREATE INDEX sessions_used ON sessions (used);

-- Keys of programs.
CREATE TABLE tokens (
    id      TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    account TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
    hash    TEXT COLLATE "C" NOT NULL,
    name    TEXT COLLATE "C" NOT NULL,
    scopes  TEXT COLLATE "C" NOT NULL, -- with spaces between
    created BIGINT NOT NULL,
    used    BIGINT NOT NULL
);

CREATE UNIQUE INDEX tokens_hash ON tokens (hash);
CREATE INDEX tokens_account ON tokens (account);

-- Passkeys.
CREATE TABLE passkeys (
    id      BYTEA PRIMARY KEY NOT NULL, -- of the credential
    account TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
    name    TEXT COLLATE "C" NOT NULL,
    data    BYTEA NOT NULL,             -- the credential as JSON
    created BIGINT NOT NULL,
    used    BIGINT NOT NULL
);

CREATE INDEX passkeys_account ON passkeys (account);

-- Codes that are valid once, for who has lost the rest.
CREATE TABLE recovery_codes (
    account TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
    hash    TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (account, hash)
);

-- What is valid once, for a time: ceremonies of passkeys, and links in letters.
CREATE TABLE tickets (
    hash    TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    kind    TEXT COLLATE "C" NOT NULL,
    account TEXT COLLATE "C" NOT NULL, -- '': not known yet
    data    BYTEA NOT NULL,
    expires BIGINT NOT NULL
);

CREATE INDEX tickets_expires ON tickets (expires);
CREATE INDEX tickets_account ON tickets (account) WHERE account <> '';

-- Wrong attempts to sign in, by name and hash of the address.
CREATE TABLE attempts (
    key   TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    count BIGINT NOT NULL,
    last  BIGINT NOT NULL
);

CREATE INDEX attempts_last ON attempts (last);

-- Changes of accounts, for a while: nodes that know them drop what they know.
CREATE TABLE account_changes (
    seq     BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at      BIGINT NOT NULL,
    account TEXT COLLATE "C" NOT NULL,
    ended   TEXT COLLATE "C" NOT NULL -- a session or token; '': the account has changed
);

CREATE INDEX account_changes_at ON account_changes (at);

-- The ledger: what each game did to the ratings of its players. It outlives games and
-- accounts, since the changes after a change depend on it.
CREATE TABLE rating_changes (
    seq              BIGINT PRIMARY KEY NOT NULL, -- from 1, without gaps
    game             TEXT COLLATE "C" NOT NULL,
    ended            BIGINT NOT NULL,
    pool             TEXT COLLATE "C" NOT NULL,
    result           TEXT COLLATE "C" NOT NULL,
    white            TEXT COLLATE "C" NOT NULL, -- an account, 'level:' and a number, or 'gone:' and random letters
    black            TEXT COLLATE "C" NOT NULL,
    white_rating     DOUBLE PRECISION NOT NULL,
    white_deviation  DOUBLE PRECISION NOT NULL,
    white_volatility DOUBLE PRECISION NOT NULL,
    black_rating     DOUBLE PRECISION NOT NULL,
    black_deviation  DOUBLE PRECISION NOT NULL,
    black_volatility DOUBLE PRECISION NOT NULL,
    -- after the game
    white_new_rating     DOUBLE PRECISION NOT NULL,
    white_new_deviation  DOUBLE PRECISION NOT NULL,
    white_new_volatility DOUBLE PRECISION NOT NULL,
    black_new_rating     DOUBLE PRECISION NOT NULL,
    black_new_deviation  DOUBLE PRECISION NOT NULL,
    black_new_volatility DOUBLE PRECISION NOT NULL,
    deleted          BOOLEAN NOT NULL DEFAULT FALSE -- whether the game was deleted
);

CREATE UNIQUE INDEX rating_changes_game ON rating_changes (game);
CREATE INDEX rating_changes_white ON rating_changes (white, seq);
CREATE INDEX rating_changes_black ON rating_changes (black, seq);

-- The ratings of players, as they are after the last change.
CREATE TABLE ratings (
    player     TEXT COLLATE "C" NOT NULL,
    pool       TEXT COLLATE "C" NOT NULL,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    wins       BIGINT NOT NULL,
    draws      BIGINT NOT NULL,
    losses     BIGINT NOT NULL,
    ended      BIGINT NOT NULL, -- the last game
    seq        BIGINT NOT NULL, -- of the last change
    PRIMARY KEY (player, pool)
);

-- Challenges: invitations to a game, which has the same ID. They are deleted a day after they
-- end.
CREATE TABLE challenges (
    id       TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    seq      BIGINT NOT NULL, -- of the last change: decides races
    status   TEXT COLLATE "C" NOT NULL,
    sender   TEXT COLLATE "C" NOT NULL,
    receiver TEXT COLLATE "C" NOT NULL, -- '': anyone with the link
    updated  BIGINT NOT NULL,
    expires  BIGINT NOT NULL,
    terms    TEXT COLLATE "C" NOT NULL    -- JSON: all of it
);

CREATE INDEX challenges_sender ON challenges (sender, updated);
CREATE INDEX challenges_receiver ON challenges (receiver, updated);
CREATE INDEX challenges_open ON challenges (status, expires) WHERE status IN ('created', 'accepting');
CREATE INDEX challenges_ended ON challenges (updated) WHERE status NOT IN ('created', 'accepting');

-- Until when bots are online, as far as their streams say.
CREATE TABLE online (
    account TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    until   BIGINT NOT NULL
);

-- What players and spectators of games write, for some weeks.
CREATE TABLE chat (
    game    TEXT COLLATE "C" NOT NULL,
    room    TEXT COLLATE "C" NOT NULL, -- 'players', 'spectators'
    seq     BIGINT NOT NULL,           -- in the room
    at      BIGINT NOT NULL,
    author  TEXT COLLATE "C" NOT NULL, -- the guest or account
    name    TEXT COLLATE "C" NOT NULL,
    account BOOLEAN NOT NULL,
    bot     BOOLEAN NOT NULL,
    preset  TEXT COLLATE "C" NOT NULL,             -- '': text
    text    TEXT COLLATE "C" NOT NULL,
    hidden  BOOLEAN NOT NULL DEFAULT FALSE,
    command TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (game, room, seq)
);

CREATE UNIQUE INDEX chat_command ON chat (game, command);
CREATE INDEX chat_at ON chat (at);
CREATE INDEX chat_author ON chat (author);

-- The number of the last message of each room, which outlives the message.
CREATE TABLE chat_rooms (
    game TEXT COLLATE "C" NOT NULL,
    room TEXT COLLATE "C" NOT NULL,
    seq  BIGINT NOT NULL,
    at   BIGINT NOT NULL,
    PRIMARY KEY (game, room)
);

CREATE INDEX chat_rooms_at ON chat_rooms (at);

-- The studies of accounts. Moments are milliseconds since 1970.
CREATE TABLE studies (
    account TEXT COLLATE "C" NOT NULL, -- ID
    id      TEXT COLLATE "C" NOT NULL,
    version TEXT COLLATE "C" NOT NULL,   -- a hash
    name    TEXT COLLATE "C" NOT NULL,
    variant TEXT COLLATE "C" NOT NULL,
    title   TEXT COLLATE "C" NOT NULL,
    created BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    moves   INTEGER NOT NULL, -- plies of the main line
    game    TEXT COLLATE "C" NOT NULL,    -- it was made from; '': none
    content BYTEA NOT NULL,   -- JSON, compressed
    PRIMARY KEY (account, id)
);

-- Mail that waits to be sent.
CREATE TABLE outbox (
    id      TEXT COLLATE "C" PRIMARY KEY,
    kind    TEXT COLLATE "C" NOT NULL,
    account TEXT COLLATE "C" NOT NULL, -- '': none
    data    TEXT COLLATE "C" NOT NULL,             -- JSON
    created BIGINT NOT NULL,
    due     BIGINT NOT NULL,           -- a node that takes it sets the time at which another may
    tries   INTEGER NOT NULL
);

CREATE INDEX outbox_due ON outbox (due);
CREATE INDEX outbox_account ON outbox (account) WHERE account <> '';
CREATE INDEX accounts_deleting ON accounts (deleting) WHERE deleting > 0;
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

-- What accounts are to each other. Moments are milliseconds since 1970.
CREATE TABLE relations (
    account TEXT COLLATE "C" NOT NULL, -- ID, as other
    other   TEXT COLLATE "C" NOT NULL,
    kind    TEXT COLLATE "C" NOT NULL,             -- 'follow', 'block'
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

CREATE INDEX seen_until ON seen (until) WHERE NOT invisible;

-- What has happened for players while they were not looking.
CREATE TABLE notifications (
    player  TEXT COLLATE "C" NOT NULL, -- a guest or an account
    id      TEXT COLLATE "C" NOT NULL,
    kind    TEXT COLLATE "C" NOT NULL,
    game    TEXT COLLATE "C" NOT NULL, -- or the challenge
    variant TEXT COLLATE "C" NOT NULL,
    name    TEXT COLLATE "C" NOT NULL, -- of the other player
    level   BIGINT NOT NULL,
    result  TEXT COLLATE "C" NOT NULL,
    at      BIGINT NOT NULL,
    state   BIGINT NOT NULL, -- 0 unread, 1 read, 2 silent
    pending BOOLEAN NOT NULL, -- it has to be pushed
    -- 1: it was in a digest.
    mailed BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (player, id)
);

CREATE INDEX notifications_name ON notifications (name) WHERE name <> '';
CREATE INDEX notifications_game ON notifications (game);
CREATE INDEX notifications_at ON notifications (at);
CREATE INDEX notifications_pending ON notifications (at) WHERE pending;

-- The browsers that take pushes.
CREATE TABLE push_subscriptions (
    endpoint TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    player   TEXT COLLATE "C" NOT NULL,
    p256dh   TEXT COLLATE "C" NOT NULL,
    auth     TEXT COLLATE "C" NOT NULL,
    language TEXT COLLATE "C" NOT NULL,
    created  BIGINT NOT NULL,
    -- The session that a subscription ends with; empty: a guest's. How many pushes have failed in a row, and until when
    -- the push service is left alone.
    session TEXT COLLATE "C" NOT NULL DEFAULT '',
    failures INTEGER NOT NULL DEFAULT 0,
    rests BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX push_subscriptions_player ON push_subscriptions (player);

CREATE TABLE notify_settings (
    player   TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    settings TEXT COLLATE "C" NOT NULL -- JSON
);

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

-- What accounts tell moderators of others.
CREATE TABLE reports (
    id       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at       BIGINT NOT NULL,
    reporter TEXT COLLATE "C" NOT NULL, -- an account; '': it was deleted
    reported TEXT COLLATE "C" NOT NULL, -- an account
    reason   TEXT COLLATE "C" NOT NULL,
    text     TEXT COLLATE "C" NOT NULL,
    game     TEXT COLLATE "C" NOT NULL,    -- '': none
    messages TEXT COLLATE "C" NOT NULL,    -- of its chat, JSON
    decided  BIGINT NOT NULL, -- 0: open
    outcome  TEXT COLLATE "C" NOT NULL,
    moderator TEXT COLLATE "C" NOT NULL    -- who decided, by name
);

CREATE INDEX reports_reporter ON reports (reporter) WHERE reporter <> '';
CREATE UNIQUE INDEX reports_open ON reports (reporter, reported) WHERE decided = 0 AND reporter <> '';
CREATE INDEX reports_reported ON reports (reported, id);
CREATE INDEX reports_decided ON reports (decided);
CREATE INDEX admin_log_account ON admin_log (account, id) WHERE account <> '';

-- The conditional moves of a player in a game by correspondence.
CREATE TABLE conditional_moves (
    game    TEXT COLLATE "C" NOT NULL,
    player  TEXT COLLATE "C" NOT NULL, -- a guest or an account
    version BIGINT NOT NULL, -- counts the changes
    ply     BIGINT NOT NULL, -- plies before the lines
    seen    BIGINT NOT NULL, -- number of the last event of the game then
    lines   TEXT COLLATE "C" NOT NULL,    -- UCI; moves are separated by spaces, lines by line feeds
    PRIMARY KEY (game, player)
);

CREATE INDEX conditional_moves_player ON conditional_moves (player);

-- What a player writes down beside a game.
CREATE TABLE notes (
    game    TEXT COLLATE "C" NOT NULL,
    player  TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    at      BIGINT NOT NULL, -- of the last change
    text    TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (game, player)
);

CREATE INDEX notes_player ON notes (player);
CREATE INDEX ratings_best ON ratings (pool, rating, ended, deviation);

-- What is about no game, to forget an account that follows others.
CREATE INDEX notifications_followed ON notifications (id) WHERE game = '';

-- How often accounts get their unread notifications by e-mail.
CREATE TABLE digests (
    player TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    every  TEXT COLLATE "C" NOT NULL, -- never, daily or weekly
    since  BIGINT NOT NULL,           -- earlier notifications are in none
    sent   BIGINT NOT NULL,           -- when the last one was sent; 0: never
    secret TEXT COLLATE "C" NOT NULL  -- of the link that ends them
);

CREATE INDEX digests_secret ON digests (secret);
CREATE INDEX digests_due ON digests (every, sent);
CREATE INDEX notifications_unmailed ON notifications (player, at) WHERE state = 0 AND mailed = 0;

-- The ratings of players in puzzles, by variant. Moments are milliseconds since 1970.
CREATE TABLE puzzle_ratings (
    player     TEXT COLLATE "C" NOT NULL,    -- a guest or an account
    variant    TEXT COLLATE "C" NOT NULL,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    tried      BIGINT NOT NULL, -- attempts that counted
    solved     BIGINT NOT NULL,
    counted    BIGINT NOT NULL, -- when the last one of them was; 0: there is none
    seen       BIGINT NOT NULL, -- when the player tried a puzzle last
    PRIMARY KEY (player, variant)
);

CREATE INDEX puzzle_ratings_seen ON puzzle_ratings (seen);

-- What players have made of puzzles. Puzzles that nobody has tried or reported have no row.
CREATE TABLE puzzle_records (
    puzzle     TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    variant    TEXT COLLATE "C" NOT NULL,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    tried      BIGINT NOT NULL,            -- players
    solved     BIGINT NOT NULL,
    state      TEXT COLLATE "C" NOT NULL,               -- '', 'resting' or 'removed'
    since      BIGINT NOT NULL DEFAULT 0   -- when it got the state
);

CREATE INDEX puzzle_records_variant ON puzzle_records (variant);
CREATE INDEX puzzle_records_idle ON puzzle_records (state, since) WHERE state <> '';

-- The first attempt of each player at each puzzle.
CREATE TABLE puzzle_attempts (
    seq              BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    player           TEXT COLLATE "C" NOT NULL,
    puzzle           TEXT COLLATE "C" NOT NULL,
    id               TEXT COLLATE "C" NOT NULL,    -- chosen by the client
    variant          TEXT COLLATE "C" NOT NULL,
    at               BIGINT NOT NULL,
    last             BIGINT NOT NULL, -- when the player tried the puzzle last
    took             BIGINT NOT NULL, -- milliseconds
    moves            TEXT COLLATE "C" NOT NULL,    -- UCI, separated by spaces
    solved           BOOLEAN NOT NULL,
    helped           BOOLEAN NOT NULL,
    counted          BOOLEAN NOT NULL,
    before_rating    DOUBLE PRECISION NOT NULL,    -- the player's
    before_deviation DOUBLE PRECISION NOT NULL,
    after_rating     DOUBLE PRECISION NOT NULL,
    after_deviation  DOUBLE PRECISION NOT NULL,
    puzzle_before    DOUBLE PRECISION NOT NULL,    -- the rating of the puzzle
    puzzle_after     DOUBLE PRECISION NOT NULL
);

CREATE UNIQUE INDEX puzzle_attempts_once ON puzzle_attempts (player, puzzle);
CREATE INDEX puzzle_attempts_player ON puzzle_attempts (player, seq);
CREATE INDEX puzzle_attempts_last ON puzzle_attempts (player, variant, last, puzzle);

-- The best runs of players.
CREATE TABLE puzzle_runs (
    player  TEXT COLLATE "C" NOT NULL,
    kind    TEXT COLLATE "C" NOT NULL,    -- 'streak' or 'storm'
    variant TEXT COLLATE "C" NOT NULL,    -- or 'mixed'
    span    TEXT COLLATE "C" NOT NULL,    -- 'day', 'week' or 'ever'
    begun   BIGINT NOT NULL, -- the day or week
    score   BIGINT NOT NULL,
    wrong   BIGINT NOT NULL,
    took    BIGINT NOT NULL, -- milliseconds
    at      BIGINT NOT NULL,
    PRIMARY KEY (player, kind, variant, span)
);

CREATE INDEX puzzle_runs_at ON puzzle_runs (at);
CREATE INDEX puzzle_runs_best ON puzzle_runs (kind, variant, span, begun, score DESC, wrong, took, at);

-- What players think of puzzles.
CREATE TABLE puzzle_votes (
    puzzle TEXT COLLATE "C" NOT NULL,
    player TEXT COLLATE "C" NOT NULL,
    vote   BIGINT NOT NULL, -- 1 or -1
    at     BIGINT NOT NULL,
    PRIMARY KEY (puzzle, player)
);

CREATE INDEX puzzle_votes_at ON puzzle_votes (at);
CREATE INDEX puzzle_votes_player ON puzzle_votes (player);

CREATE TABLE puzzle_reports (
    id       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    puzzle   TEXT COLLATE "C" NOT NULL,
    variant  TEXT COLLATE "C" NOT NULL,
    at       BIGINT NOT NULL,
    reporter TEXT COLLATE "C" NOT NULL,    -- a player; '': the account was deleted
    account  BOOLEAN NOT NULL, -- the reporter had an account
    reason   TEXT COLLATE "C" NOT NULL,
    text     TEXT COLLATE "C" NOT NULL,
    decided  BIGINT NOT NULL  -- 0: open
);

CREATE INDEX puzzle_reports_reporter ON puzzle_reports (reporter) WHERE reporter <> '';
CREATE UNIQUE INDEX puzzle_reports_open ON puzzle_reports (reporter, puzzle) WHERE decided = 0 AND reporter <> '';
CREATE INDEX puzzle_reports_puzzle ON puzzle_reports (puzzle, id);
CREATE INDEX puzzle_reports_decided ON puzzle_reports (decided);

-- Puzzles that accounts have published.
CREATE TABLE puzzle_composed (
    id       TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    author   TEXT COLLATE "C" NOT NULL,    -- an account; '': it was deleted
    variant  TEXT COLLATE "C" NOT NULL,
    fen      TEXT COLLATE "C" NOT NULL,
    position TEXT COLLATE "C" NOT NULL,    -- the FEN without counters
    moves    TEXT COLLATE "C" NOT NULL,    -- UCI, separated by spaces
    goal     TEXT COLLATE "C" NOT NULL,
    proof    TEXT COLLATE "C" NOT NULL,
    rating   BIGINT NOT NULL,
    themes   TEXT COLLATE "C" NOT NULL,    -- separated by spaces
    note     TEXT COLLATE "C" NOT NULL,
    created  BIGINT NOT NULL
);

CREATE UNIQUE INDEX puzzle_composed_position ON puzzle_composed (variant, position);
CREATE INDEX puzzle_composed_author ON puzzle_composed (author, created);

-- Tournaments. Moments are milliseconds since 1970.
CREATE TABLE tournaments (
    id       TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    seq      BIGINT NOT NULL, -- of the last event
    status   TEXT COLLATE "C" NOT NULL,    -- created, started, finished or canceled
    variant  TEXT COLLATE "C" NOT NULL,
    private  BOOLEAN NOT NULL,
    creator  TEXT COLLATE "C" NOT NULL,    -- an account; '': the server, or the account was deleted
    starts   BIGINT NOT NULL,
    updated  BIGINT NOT NULL, -- when the last event was
    players  BIGINT NOT NULL,
    terms    TEXT COLLATE "C" NOT NULL,    -- JSON
    director TEXT COLLATE "C" NOT NULL DEFAULT '', -- the node that looks after it
    claimed  BIGINT NOT NULL DEFAULT 0, -- until when
    seen     BIGINT NOT NULL DEFAULT 0  -- when a node looked after it last
);

CREATE INDEX tournaments_status ON tournaments (status, starts);
CREATE INDEX tournaments_updated ON tournaments (updated DESC, id);
CREATE INDEX tournaments_canceled ON tournaments (updated) WHERE status = 'canceled';
CREATE INDEX tournaments_creator ON tournaments (creator, status);

-- What has happened in them, in order.
CREATE TABLE tournament_events (
    tournament TEXT COLLATE "C" NOT NULL,
    seq        BIGINT NOT NULL, -- from 1, without gaps
    event      TEXT COLLATE "C" NOT NULL,    -- JSON
    PRIMARY KEY (tournament, seq)
);

-- Who plays. Events name players by their numbers, so that an account can be forgotten.
CREATE TABLE tournament_players (
    tournament  TEXT COLLATE "C" NOT NULL,
    number      BIGINT NOT NULL, -- from 1, without gaps
    account     TEXT COLLATE "C" NOT NULL,    -- '': it was deleted
    name        TEXT COLLATE "C" NOT NULL,
    bot         BOOLEAN NOT NULL,
    rating      BIGINT NOT NULL, -- when the player joined; 0: none
    provisional BOOLEAN NOT NULL,
    address     TEXT COLLATE "C" NOT NULL,    -- a hash; '' once the tournament is over
    PRIMARY KEY (tournament, number)
);

CREATE INDEX tournament_players_account ON tournament_players (account, tournament);

-- Studies that people edit together. Moments are milliseconds since 1970.
CREATE TABLE shared_studies (
    id           TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    seq          BIGINT NOT NULL, -- of the last event
    name         TEXT COLLATE "C" NOT NULL,
    visibility   TEXT COLLATE "C" NOT NULL,    -- private, unlisted or public
    owner        TEXT COLLATE "C" NOT NULL,    -- an account
    owner_name   TEXT COLLATE "C" NOT NULL,
    topics       TEXT COLLATE "C" NOT NULL,    -- JSON
    variants     TEXT COLLATE "C" NOT NULL,    -- of the chapters: ' shrink cheshire8 '
    words        TEXT COLLATE "C" NOT NULL,    -- what searches look through, in lower case
    chapters     BIGINT NOT NULL,
    created      BIGINT NOT NULL,
    updated      BIGINT NOT NULL, -- when the last event was
    snapshot_seq BIGINT NOT NULL, -- of the last event that is in the snapshot
    snapshot     BYTEA NOT NULL, -- JSON, compressed
    -- How many bytes the snapshot and the events of a study have.
    bytes BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX shared_studies_public ON shared_studies (visibility, updated);
CREATE INDEX shared_studies_owner ON shared_studies (owner, updated);

-- What has happened in them, in order. The first ones are deleted once they are in the snapshot.
CREATE TABLE shared_study_events (
    study TEXT COLLATE "C" NOT NULL,
    seq   BIGINT NOT NULL, -- from 1, without gaps
    event TEXT COLLATE "C" NOT NULL,    -- JSON
    PRIMARY KEY (study, seq)
);

-- Who has a role in a study, or has commented. Events name people by their numbers, so that an
-- account can be forgotten.
CREATE TABLE shared_study_people (
    study   TEXT COLLATE "C" NOT NULL,
    number  BIGINT NOT NULL, -- from 1, without gaps
    account TEXT COLLATE "C" NOT NULL,    -- '': it was deleted
    name    TEXT COLLATE "C" NOT NULL,
    role    TEXT COLLATE "C" NOT NULL,    -- owner, contributor, reader or ''
    PRIMARY KEY (study, number)
);

CREATE INDEX shared_study_people_account ON shared_study_people (account, role);

CREATE TABLE shared_study_topics (
    topic TEXT COLLATE "C" NOT NULL,
    study TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (topic, study)
);

CREATE INDEX shared_study_topics_study ON shared_study_topics (study);

-- Names that accounts propose for positions of openings. Moments are milliseconds since 1970.
CREATE TABLE opening_proposals (
    id      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    spot    BIGINT NOT NULL, -- the position, as in openings
    variant TEXT COLLATE "C" NOT NULL,
    name    TEXT COLLATE "C" NOT NULL,
    folded  TEXT COLLATE "C" NOT NULL,    -- the name without case and accents
    line    TEXT COLLATE "C" NOT NULL,    -- the moves that led there, a space between
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
    name     TEXT COLLATE "C" NOT NULL,
    folded   TEXT COLLATE "C" NOT NULL,
    settled  BOOLEAN NOT NULL, -- moderators have chosen it
    UNIQUE (variant, folded)
);

CREATE INDEX opening_names_proposal ON opening_names (proposal);

-- Which game each channel shows to those who watch.
CREATE TABLE channels (
    channel TEXT COLLATE "C" PRIMARY KEY NOT NULL, -- a family of variants
    game    TEXT COLLATE "C" NOT NULL,
    since   BIGINT NOT NULL -- milliseconds since 1970
);

-- Finished reviews, in the order of their feed.
CREATE INDEX reviews_done ON reviews (updated, game) WHERE status = 'done';
CREATE INDEX shared_studies_bytes ON shared_studies (owner, bytes);

-- Streaks and storms in progress, and those that have just ended. A player has one of each kind.
CREATE TABLE puzzle_open_runs (
    player TEXT COLLATE "C" NOT NULL,
    kind   TEXT COLLATE "C" NOT NULL, -- 'streak' or 'storm'
    id     TEXT COLLATE "C" NOT NULL,
    begun  BIGINT NOT NULL,
    run    TEXT COLLATE "C" NOT NULL, -- JSON: all of it
    PRIMARY KEY (player, kind)
);

CREATE INDEX puzzle_open_runs_begun ON puzzle_open_runs (begun);
