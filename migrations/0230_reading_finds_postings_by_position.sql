-- Facts are written in the order of their positions, so a range of positions lies in neighbouring pages: a summary of
-- each run of pages finds it, and costs a write next to nothing. A second tree beside the keys would cost every leg.

-- Serves the journal: all legs of a range of positions, and of one event.
create index legs_by_position on postings using brin (position) with (pages_per_range = 16, autosummarize = on);

-- Serves finding an event by its id, which is made of the time (UUID version 7).
create index events_by_id on events using brin (event_id) with (pages_per_range = 16, autosummarize = on);

-- Serves registers and filters by type. Casts are most of all events and found by walking back; they are left out,
-- so that they cost nothing.
create index events_by_type on events (event_type, partition, position) where event_type <> 'CastResolved';

-- Serves the register of refusals, newest first. Accepted requests cost nothing.
create index refused_requests_by_time on requests (recorded_at_ms, partition, request_id, scope) where code <> 0;
