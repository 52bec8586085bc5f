-- View `proposals`: one row a proposal. How far one is, is read from its own stream before anything is decided.
create table proposals (
    partition integer not null,
    proposal uuid not null,
    proposed_position bigint not null,
    proposed_at_ms bigint not null,
    kind text not null,
    maker text not null,
    -- waiting, approved, rejected, withdrawn or done.
    state text not null,
    primary key (partition, proposal)
);

-- Serves the list, newest first.
create index proposals_by_time on proposals (proposed_at_ms, proposal);
-- Serves those that wait or are carried out.
create index proposals_under_way on proposals (proposed_at_ms) where state in ('waiting', 'approved');

grant select, insert, update on proposals to ledger_app;
