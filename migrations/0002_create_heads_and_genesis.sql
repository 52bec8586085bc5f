-- One row a partition: the position of its last event. The UPDATE of this row by the batch writer is the first
-- and only contended lock of an append, so positions have no gaps and are in commit order.
create table heads (
    partition integer primary key,
    position bigint not null default 0,
    constraint a_position_never_falls_below_zero check (position >= 0)
);

grant select, update on heads to ledger_app;

-- Facts fixed when the database was made.
create table genesis (
    name text primary key,
    value text not null
);

grant select on genesis to ledger_app;

-- Signed checkpoints name the database they are of. Its id is made once: a restored backup keeps it, another
-- database has another one.
insert into genesis (name, value) values ('id', gen_random_uuid()::text);
