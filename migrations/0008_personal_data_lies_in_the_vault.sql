-- One data key a subject, wrapped by the master key. Destroying it erases the subject.
create table vault_keys (
    partition integer not null,
    subject uuid not null,
    wrapped bytea not null,
    primary key (partition, subject)
);

-- Encrypted personal data. Outside the event log on purpose.
create table vault_records (
    partition integer not null,
    subject uuid not null,
    kind text not null,
    sealed bytea not null,
    primary key (partition, subject, kind)
);

grant select, insert, delete on vault_keys to ledger_app;
grant select, insert, update, delete on vault_records to ledger_app;
