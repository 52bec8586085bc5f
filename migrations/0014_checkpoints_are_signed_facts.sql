-- What the notary signed over all partitions: a note with the size and root of every log. It is
-- a fact of the house, so it lies in partition 0. The key that verifies it stands beside it.
create table checkpoints (
    partition integer not null,
    number bigint not null,
    note text not null,
    vkey text not null,
    constraint a_checkpoint_is_signed_once primary key (partition, number),
    constraint a_checkpoint_lies_with_the_house check (partition = 0),
    constraint checkpoints_count_from_one check (number >= 1)
);

-- The same for a single log, in the form that tools of transparency logs read (C2SP tlog-checkpoint).
create table log_checkpoints (
    partition integer not null,
    size bigint not null,
    note text not null,
    constraint a_size_of_a_log_is_signed_once primary key (partition, size)
);

grant select, insert on checkpoints, log_checkpoints to ledger_app;

create trigger facts_never_change before update or delete on checkpoints
    for each row execute function facts_never_change();
create trigger facts_are_never_emptied before truncate on checkpoints
    for each statement execute function facts_never_change();

create trigger facts_never_change before update or delete on log_checkpoints
    for each row execute function facts_never_change();
create trigger facts_are_never_emptied before truncate on log_checkpoints
    for each statement execute function facts_never_change();
