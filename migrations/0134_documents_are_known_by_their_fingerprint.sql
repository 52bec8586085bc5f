-- Which subjects brought which document, by a keyed hash that tells nothing of it. The partition is the
-- fingerprint's own, so that all subjects of one document stand together.
create table vault_fingerprints (
    partition integer not null,
    fingerprint text not null,
    subject uuid not null,
    primary key (partition, fingerprint, subject)
);

grant select, insert on vault_fingerprints to ledger_app;
