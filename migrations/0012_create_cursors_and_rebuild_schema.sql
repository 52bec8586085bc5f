-- How far each following view has read. Moved in the transaction that writes its rows, so every event counts
-- exactly once.
create table cursors (
    partition integer not null,
    view text not null,
    position bigint not null default 0,
    -- A view that cannot process an event stops before it, at `position` + 1: the type of that event, why it is not
    -- processed, and since when. Null while the view follows.
    stopped_event text,
    stopped_error text,
    stopped_at_ms bigint,
    primary key (partition, view)
);

grant select, insert, update on cursors to ledger_app;

-- Where `ledger rebuild` makes a view a second time: tables of the same names in a schema of their own, so that the
-- search path alone decides which of the two a writer fills. Empty between rebuilds; a table found here was left by
-- an interrupted rebuild.
create schema rebuild;

grant usage on schema rebuild to ledger_app;
