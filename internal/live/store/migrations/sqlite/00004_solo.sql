-- +goose Up

-- A game of one guest at both seats ends 30 days after its last event. Games of earlier
-- versions have the deadline of their clock, or none.
UPDATE games SET deadline = updated + 2592000000
WHERE status = 'live' AND white_guest <> '' AND white_guest = black_guest;
