-- The role the application acts as. It owns nothing, so it can change neither a fact nor a grant.
do $$
begin
    create role ledger_app nologin;
exception
    when duplicate_object or unique_violation then null;
end
$$;

grant ledger_app to current_user;
grant usage on schema public to ledger_app;
