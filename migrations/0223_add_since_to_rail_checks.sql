-- Since when the wallets differ from the books and nothing explains it: the first of the comparisons in a row that found a
-- difference, null beside one that found none. A process of before leaves it as it is.
alter table rail_checks add column differs_since_ms bigint;

grant update (differs_since_ms) on rail_checks to ledger_app;
