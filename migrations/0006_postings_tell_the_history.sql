-- Every leg of every event with the balance after it: the journal, the balance
-- history and the as-of balance in one table. The key serves "the last posting of
-- an account up to a position"; there is deliberately no second index.
create table postings (
    partition integer not null,
    owner uuid not null,
    account text not null,
    position bigint not null,
    leg smallint not null,
    asset text not null,
    amount bigint not null,
    after bigint not null,
    primary key (partition, owner, account, position, leg),
    constraint a_posting_moves_something check (amount <> 0)
);

grant select, insert on postings to ledger_app;
