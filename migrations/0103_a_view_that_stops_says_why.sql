-- A follower that cannot take an event stands still before it, at `position` + 1, and
-- says here which type it has, why it is not taken, and since when. Null while it follows.
alter table cursors
    add column stopped_event text,
    add column stopped_error text,
    add column stopped_at_ms bigint;
