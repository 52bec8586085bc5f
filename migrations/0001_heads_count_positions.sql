-- The application's role: it owns nothing, so it can neither change a fact nor a grant.
do $$
begin
    create role ledger_app nologin;
exception
    when duplicate_object or unique_violation then null;
end
$$;

grant ledger_app to current_user;
grant usage on schema public to ledger_app;

-- One row a partition: the position of its last event. The writer's UPDATE of
-- this row is the first and only contended lock of an append, so positions are
-- gap-free and in commit order.
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
