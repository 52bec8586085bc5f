-- Where `ledger rebuild` makes a view a second time: tables of the same names in a schema of
-- their own, so that one search path decides which of the two a writer fills. Empty between
-- rebuilds; a table found here is what an interrupted rebuild left.
create schema rebuild;

grant usage on schema rebuild to ledger_app;
