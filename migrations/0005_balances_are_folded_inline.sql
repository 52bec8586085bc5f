-- The balance of every account, folded in the transaction of its events.
-- House accounts (nil owner) carry the mirror sign. What is owed to an inviter may
-- have rows in several partitions: its floor holds for their sum.
create table balances (
    partition integer not null,
    owner uuid not null,
    account text not null,
    asset text not null,
    balance bigint not null,
    position bigint not null,
    primary key (partition, owner, account),
    constraint a_player_never_owes check (
        balance >= 0
        or owner = '00000000-0000-0000-0000-000000000000'
        or account in ('referral_due', 'invite_due')
    )
);

grant select, insert, update on balances to ledger_app;
