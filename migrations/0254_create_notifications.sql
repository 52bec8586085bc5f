-- What is sent to the house's webhook about alerts (api §7.30): one row for each message, written before it is sent and
-- ended when it was taken. The newest row of a code and a severity says whether the receiver knows that it holds. Nothing here is
-- personal: a code, a count, a sum and moments.
create table notifications (
    sequence bigint not null,
    -- Names the message at the receiver, at each attempt the same.
    id uuid not null,
    code text not null,
    severity text not null,
    state text not null,
    count bigint not null,
    -- What is sent, byte for byte.
    body text not null,
    written_at_ms bigint not null,
    -- The next attempt; while it is claimed, the end of the claim.
    due_at_ms bigint not null,
    attempts integer not null default 0,
    -- What the last attempt came to, unless it was taken: a status, or no_answer.
    problem text,
    ended_at_ms bigint,
    -- delivered or given_up.
    outcome text,
    constraint a_notification_has_one_place primary key (sequence),
    constraint a_notification_has_one_id unique (id),
    constraint a_notification_is_of_a_known_state check (state in ('open', 'more', 'closed', 'test')),
    constraint a_notification_ends_with_an_outcome check ((ended_at_ms is null) = (outcome is null))
);

-- Serves the last message of each code and severity.
create index notifications_by_code on notifications (code, severity, sequence desc);
-- Serves the claim, what waits for how long, and the end of what is given up.
create index notifications_that_wait on notifications (due_at_ms) where ended_at_ms is null;
-- Serves the removal of old rows.
create index notifications_by_end on notifications (ended_at_ms) where ended_at_ms is not null;

grant select, insert, update, delete on notifications to ledger_app;
