-- View `cases`: one row a case. What was written and attached is read from the case's own stream and from the vault.
create table cases (
    partition integer not null,
    case_id uuid not null,
    number text not null,
    opened_at_ms bigint not null,
    title text not null,
    -- Whom it concerns; nobody for a matter of the house.
    player uuid,
    -- A member's name.
    assignee text,
    -- open or closed.
    state text not null,
    changed_at_ms bigint not null,
    primary key (partition, case_id)
);

-- Serves the list, newest first.
create index cases_by_time on cases (opened_at_ms, case_id);
-- Serves those of a player.
create index cases_of_a_player on cases (player, opened_at_ms) where player is not null;

grant select, insert, update on cases to ledger_app;

-- View `case_acts`: acts and proposals of staff that name a case, by the place of their event.
create table case_acts (
    partition integer not null,
    position bigint not null,
    case_id uuid not null,
    primary key (partition, position, case_id)
);

-- Serves the acts of a case.
create index acts_of_a_case on case_acts (case_id, partition, position);

grant select, insert on case_acts to ledger_app;
