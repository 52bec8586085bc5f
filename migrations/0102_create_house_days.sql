-- View `house_days`: what paid dives brought and cost, by the UTC day they ended on. One row for each log and day.
create table house_days (
    partition integer not null,
    day integer not null,
    -- Coins staked, tokens paid out at parity, and USDT for inviters, all in millionths of USDT.
    staked bigint not null,
    paid_out bigint not null,
    referral bigint not null,
    primary key (partition, day)
);

grant select, insert, update on house_days to ledger_app;
