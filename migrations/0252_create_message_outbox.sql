-- Messages that the bot has to send (domain §3.17): written by the process manager in the transaction that moves its
-- cursor, or by the scheduled reminder; claimed before a message is sent, ended after it. The text is made at sending.
-- Nothing here is personal: an id, a kind, amounts and moments.
create table message_outbox (
    partition integer not null,
    player uuid not null,
    kind text not null,
    -- The event that led to it, or the day of a reminder.
    cause text not null,
    -- 0: news, sent first. 1: reminders, which many get at the same moment.
    rank smallint not null,
    notice jsonb not null,
    written_at_ms bigint not null,
    -- When it is news no more and is given up.
    expires_at_ms bigint not null,
    -- The next attempt; while it is claimed, the end of the claim.
    due_at_ms bigint not null,
    attempts integer not null default 0,
    claimed_at_ms bigint,
    -- The messenger asked for silence until then; all messages wait.
    paused_until_ms bigint,
    ended_at_ms bigint,
    -- sent, unwanted, blocked, refused or too_late.
    outcome text,
    constraint a_message_is_written_once primary key (partition, player, kind, cause)
);

-- Serves the claim, and what waits for how long.
create index message_outbox_by_rank_and_time on message_outbox (rank, due_at_ms) where ended_at_ms is null;
-- Serves the count of the last second's claims.
create index message_outbox_by_claim on message_outbox (claimed_at_ms) where claimed_at_ms is not null;
-- Serves the pause that the messenger asked for.
create index message_outbox_by_pause on message_outbox (paused_until_ms) where paused_until_ms is not null;
-- Serves the end of what is too late.
create index message_outbox_by_expiry on message_outbox (expires_at_ms) where ended_at_ms is null;
-- Serves the removal of old rows.
create index message_outbox_by_end on message_outbox (ended_at_ms) where ended_at_ms is not null;

grant select, insert, update, delete on message_outbox to ledger_app;
