-- When a place ends with all that lies in it, unless a submission uses it by then. Null: it is used.
alter table uploads add column ends_at_ms bigint;

update uploads set ends_at_ms = issued_at_ms + 86400000 where used_for is null;

-- Serves the sweep of the quarantine.
create index uploads_by_their_end on uploads (ends_at_ms) where ends_at_ms is not null;

grant delete on uploads to ledger_app;
