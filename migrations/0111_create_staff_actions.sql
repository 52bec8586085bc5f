-- View `staff_actions`: what members of staff started and whose personal data they looked at, as their streams record.
create table staff_actions (
    partition integer not null,
    position bigint not null,
    member uuid not null,
    -- `StaffActed` or `StaffReadPersonal`.
    kind text not null,
    call text not null,
    -- What it is about; for a look at personal data the player.
    subject text,
    reason text not null,
    at_ms bigint not null,
    primary key (partition, position)
);

-- Serves the contact log of a player and the acknowledged alerts.
create index staff_actions_of_a_subject on staff_actions (call, subject, at_ms);
-- Serves the list, newest first.
create index staff_actions_by_time on staff_actions (at_ms, partition, position);

grant select, insert, update on staff_actions to ledger_app;
