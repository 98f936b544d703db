-- +goose Up

-- How many bytes the snapshot and the events of a study have.
ALTER TABLE shared_studies ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;

UPDATE shared_studies SET bytes = OCTET_LENGTH(snapshot) + (SELECT COALESCE(SUM(OCTET_LENGTH(event)), 0) FROM shared_study_events WHERE study = shared_studies.id);

CREATE INDEX shared_studies_bytes ON shared_studies (owner, bytes);
