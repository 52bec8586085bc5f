-- Personal data (ledger §4.8), outside the event log on purpose.

-- One data key a subject, wrapped by the master key. Destroying it erases the subject.
create table vault_keys (
    partition integer not null,
    subject uuid not null,
    wrapped bytea not null,
    primary key (partition, subject)
);

-- Encrypted personal data.
create table vault_records (
    partition integer not null,
    subject uuid not null,
    kind text not null,
    sealed bytea not null,
    primary key (partition, subject, kind)
);

-- Which subjects submitted which document, by a keyed hash that reveals nothing of it. The partition is the
-- fingerprint's own, so that all subjects of one document are in one partition.
create table vault_fingerprints (
    partition integer not null,
    fingerprint text not null,
    subject uuid not null,
    primary key (partition, fingerprint, subject)
);

-- Every data key that was destroyed: the hash of the wrapped key, which opens nothing, and how many sealed records
-- were deleted with it. A certificate of erasure is written from it.
create table vault_erasures (
    partition integer not null,
    subject uuid not null,
    key_sha256 bytea not null,
    records bigint not null,
    constraint a_key_is_destroyed_once primary key (partition, subject, key_sha256)
);

grant select, insert, delete on vault_keys to ledger_app;
grant select, insert, update, delete on vault_records to ledger_app;
grant select, insert on vault_fingerprints to ledger_app;
grant select, insert on vault_erasures to ledger_app;
