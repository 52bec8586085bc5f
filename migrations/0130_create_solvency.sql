-- View `solvency`: what the house has and owes, by line (domain §1), in each log: sums of accounts, and a row or two for
-- each paid dive that is open. All rows of a partition are as of one position, that of the view's cursor.
create table solvency (
    partition integer not null,
    -- The name of the line; 'open_chests' is the part of 'open_dives' that is paid in USDT.
    line text not null,
    -- Whose surface would pay it; nil for a sum.
    dive uuid not null,
    -- Minor units; of custody the mirror sign, as in the books.
    amount bigint not null,
    primary key (partition, line, dive)
);

grant select, insert, update, delete on solvency to ledger_app;
