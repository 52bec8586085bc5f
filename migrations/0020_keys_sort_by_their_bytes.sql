-- Text keys are compared by their bytes, whatever the locale of the database: no reader wants them
-- sorted as words, and every insert compares them a score of times.
alter table events
    alter column aggregate_id type text collate "C",
    alter column aggregate_type type text collate "C";
alter table natural_keys alter column key type text collate "C";
alter table balances alter column account type text collate "C";
alter table postings alter column account type text collate "C";
