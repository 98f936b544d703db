-- +goose Up
-- The index says who is on a leaderboard: players who left long ago are passed without reading their rows.
DROP INDEX ratings_best;

CREATE INDEX ratings_best ON ratings (pool, rating, ended, deviation);
