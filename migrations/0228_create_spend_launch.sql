-- Binds a launch to the client that used it first. False for a launch that another client used first, or whose session
-- was ended: a login asks before it changes anything of the account, `open_session` asks again.
create function spend_launch(by_launch bytea, on_client bytea, launch_until_ms bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    insert into spent_launches (launch, device, until_ms) values (by_launch, on_client, launch_until_ms)
    on conflict (launch) do nothing;
    return not exists (select from ended_launches e where e.launch = by_launch)
       and exists (select from spent_launches s where s.launch = by_launch and s.device = on_client);
end
$$;

revoke all on function spend_launch from public;
grant execute on function spend_launch to ledger_app;
