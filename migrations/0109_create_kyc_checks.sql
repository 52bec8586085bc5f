-- View `kyc_checks`: one row a player who ever submitted. No personal data.
create table kyc_checks (
    partition integer not null,
    player uuid not null,
    submission uuid not null,
    -- none, under_review, failed, approved or rejected.
    status text not null,
    country text not null,
    images smallint not null,
    submitted_at_ms bigint not null,
    -- The last day of the approved document, `YYYY-MM-DD`; null when it has none.
    expires_on text,
    primary key (partition, player)
);

-- Serves whoever reviews, oldest first.
create index kyc_checks_under_review on kyc_checks (submitted_at_ms) where status = 'under_review';
-- Serves the scheduled job that ends approvals.
create index approved_documents_by_their_last_day on kyc_checks (expires_on) where status = 'approved';

grant select, insert, update on kyc_checks to ledger_app;
