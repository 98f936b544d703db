-- +goose Up
-- What is about no game, to forget an account that follows others.
CREATE INDEX notifications_followed ON notifications (id) WHERE game = '';
