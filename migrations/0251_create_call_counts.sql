-- What processes let pass of each bucket of the limits of calls, put together (api §4.3). The bucket is a keyed hash of
-- who is counted. Nothing of it need survive a crash: a bucket without a row is as good as new.
create unlogged table call_counts (
    bucket bytea primary key,
    -- Theoretical arrival time of the next call, in microseconds; in the past the bucket is full.
    arrival_us bigint not null
) with (fillfactor = 50);

grant select, insert, update, delete on call_counts to ledger_app;
