-- What witnesses said of a checkpoint (ledger §4.5): one row for each checkpoint that a witness cosigned whole, with the
-- line of its cosignature for each log, in the order of partitions. A line proves itself under the witness's key; who
-- removes rows takes evidence away and cannot make any.
create table checkpoint_cosignatures (
    partition integer not null,
    number bigint not null,
    witness text not null,
    lines text not null,
    constraint a_witness_cosigns_a_checkpoint_once primary key (partition, number, witness),
    constraint a_cosignature_lies_with_the_house check (partition = 0)
);

-- The newest checkpoint that a witness cosigned.
create index on checkpoint_cosignatures (partition, witness, number desc);

grant select, insert on checkpoint_cosignatures to ledger_app;
