-- What came to the house's accounts on a chain, each payment once, whatever became of it (rails §6).
create table incoming_payments (
    partition integer not null check (partition = 0),
    rail text not null,
    tx text not null,
    lt bigint not null,
    sender text not null,
    amount bigint not null check (amount > 0),
    comment text,
    -- The order it was credited to; null while it belongs to nobody.
    order_no text,
    -- The staff member who found out whose it is; null when its comment named the order.
    assigned_by text,
    seen_at_ms bigint not null,
    -- When the order's stream recorded it.
    credited_at_ms bigint,
    primary key (partition, rail, tx, lt)
);
-- Serves staff: what nobody claimed.
create index incoming_payments_of_nobody on incoming_payments (partition, seen_at_ms) where order_no is null;
-- Serves the scanner: what is known and not credited yet.
create index incoming_payments_to_credit on incoming_payments (partition, rail)
    where order_no is not null and credited_at_ms is null;

-- How far an account on a chain was read.
create table rail_cursors (
    partition integer not null check (partition = 0),
    rail text not null,
    account text not null,
    lt bigint not null,
    primary key (partition, rail, account)
);

-- The last comparison of a chain with the books.
create table rail_checks (
    partition integer not null check (partition = 0),
    rail text not null,
    wallet text not null,
    checked_at_ms bigint not null,
    on_chain bigint not null,
    in_books bigint not null,
    -- Signed and not known to have paid: the chain may have less by this much.
    under_way bigint not null,
    -- Came and is not in the books: the chain has more by this much.
    unbooked bigint not null,
    primary key (partition, rail, wallet)
);

grant select, insert on incoming_payments, rail_cursors, rail_checks to ledger_app;
grant update (order_no, assigned_by, credited_at_ms) on incoming_payments to ledger_app;
grant update (lt) on rail_cursors to ledger_app;
grant update (checked_at_ms, on_chain, in_books, under_way, unbooked) on rail_checks to ledger_app;
