-- View `draw_bins`: how often casts of a level drew a number of each fiftieth of the range, by the UTC day of the cast.
-- For the nightly test that numbers are drawn evenly.
create table draw_bins (
    partition integer not null,
    day integer not null,
    level smallint not null,
    bin smallint not null,
    casts bigint not null,
    primary key (partition, day, level, bin)
);

grant select, insert, update on draw_bins to ledger_app;
