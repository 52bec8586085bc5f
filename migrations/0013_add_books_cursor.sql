-- Balances and postings follow the log under one cursor. In a database whose appends wrote them with the events they
-- have read everything that there is.
insert into cursors (partition, view, position)
select partition, 'books', position from heads
on conflict do nothing;
