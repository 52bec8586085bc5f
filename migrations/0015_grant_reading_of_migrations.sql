-- Who serves does not migrate: it reads which migrations were applied, and starts on none but its own.
grant select on _sqlx_migrations to ledger_app;
