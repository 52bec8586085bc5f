-- Every leg of every event with the balance after it: the journal, the balance history and the balance at any
-- moment in one table. The key serves "the last posting of an account up to a position"; there is deliberately no
-- second tree beside it, which would cost every leg.
create table postings (
    partition integer not null,
    owner uuid not null,
    account text collate "C" not null,
    position bigint not null,
    leg smallint not null,
    asset text not null,
    amount bigint not null,
    after bigint not null,
    primary key (partition, owner, account, position, leg),
    constraint a_posting_moves_something check (amount <> 0),
    -- At every prefix of the log. What is owed to an inviter may have rows in several partitions: its floor holds
    -- for their sum.
    constraint a_player_never_owes check (
        after >= 0
        or owner = '00000000-0000-0000-0000-000000000000'
        or account in ('referral_due', 'invite_due')
    )
);

-- Serves the journal: all legs of a range of positions, and of one event. Facts are written in the order of their
-- positions, so a range of positions lies in neighbouring pages: a summary of each run of pages finds it, and costs
-- a write next to nothing.
create index legs_by_position on postings using brin (position) with (pages_per_range = 16, autosummarize = on);

grant select, insert on postings to ledger_app;
