-- The books update the row of every account that a page moves. Where the page of the table has room for the new row, no
-- index entry is written and the old row makes room again; in a full page each update adds an entry and leaves a dead row.
alter table balances set (fillfactor = 80);
