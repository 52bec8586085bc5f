-- A position is in every entry of this index, so no two are equal. Without this PostgreSQL looks for equal ones each
-- time a page is full, which the append pays for.
alter index events_by_type set (deduplicate_items = off);
