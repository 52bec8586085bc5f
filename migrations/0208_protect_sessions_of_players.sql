-- Sessions of players are written by functions of the owner alone. A session begins fresh, with a launch that opens it on
-- one device; its use moves it forward and never beyond its age; whose it is, its token and its launch never change. What
-- was ended never comes back, not even as the very row that was copied before.

-- Sessions that were ended before their time: no row with such a token is taken again until the session would have been
-- over anyway.
create table ended_sessions (
    token_hash bytea primary key,
    until_ms bigint not null,
    constraint a_token_hash_is_a_sha256 check (octet_length(token_hash) = 32)
);

-- Serves the removal of those that are over.
create index ended_sessions_by_their_end on ended_sessions (until_ms);

grant select on ended_sessions to ledger_app;
revoke insert, update, delete on sessions from ledger_app;
revoke insert, update, delete on ended_launches, spent_launches from ledger_app;

-- The time of the newest event. Whoever asks for the removal of what is over says what time it is, and is believed only
-- as far as the log is.
create function newest_event_ms() returns bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select coalesce(max(e.recorded_at_ms), 0)
      from heads h join events e on e.partition = h.partition and e.position = h.position
$$;

-- Opens a session. False for a launch whose session was ended, or that another device used first.
create function open_session(
    of_hash bytea, of_player uuid, in_lang text, on_device text, by_launch bytea, on_client bytea, now_ms bigint,
    until_ms bigint, launch_until_ms bigint, with_mac bytea)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    -- Seven days of rest (`domain §3.1`).
    if until_ms <= now_ms or until_ms > now_ms + 604800000 then
        raise exception 'a session begins fresh' using errcode = 'insufficient_privilege';
    end if;
    if exists (select from ended_sessions e where e.token_hash = of_hash) then
        raise exception 'a session that was ended never comes back' using errcode = 'insufficient_privilege';
    end if;
    insert into spent_launches (launch, device, until_ms) values (by_launch, on_client, launch_until_ms)
    on conflict (launch) do nothing;
    insert into sessions (token_hash, player, lang, device, launch, created_at_ms, seen_at_ms, expires_at_ms, mac)
    select of_hash, of_player, in_lang, on_device, by_launch, now_ms, now_ms, open_session.until_ms, with_mac
     where not exists (select from ended_launches e where e.launch = by_launch)
       and exists (select from spent_launches s where s.launch = by_launch and s.device = on_client);
    return found;
end
$$;

-- Notes the use of a session: later than before, and not beyond thirty days (`domain §3.1`).
create function see_session(of_hash bytea, now_ms bigint, until_ms bigint, with_mac bytea) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    update sessions set seen_at_ms = now_ms, expires_at_ms = until_ms, mac = with_mac
     where token_hash = of_hash and seen_at_ms < now_ms and now_ms < expires_at_ms and expires_at_ms <= until_ms
       and until_ms <= created_at_ms + 2592000000
$$;

-- Ends sessions of a player: the one of a name, all but one, or all. The launches that they were opened with open no
-- other, but that of a session which stays: a page that is loaded again has a session more of one launch.
create function end_sessions(of_player uuid, named text, but_not bytea, launch_until_ms bigint) returns setof bytea
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    with ended as (
        delete from sessions
         where player = of_player
           and (named is null or encode(substr(token_hash, 1, 8), 'hex') = named)
           and token_hash is distinct from but_not
        returning token_hash, launch, created_at_ms),
    kept as (
        insert into ended_sessions (token_hash, until_ms)
        select token_hash, created_at_ms + 2592000000 from ended
        on conflict do nothing),
    launches as (
        insert into ended_launches (launch, until_ms)
        select distinct launch, launch_until_ms
          from ended
         where launch is not null
           and launch not in (select launch from sessions
                               where player = of_player and launch is not null
                                 and token_hash not in (select token_hash from ended))
        on conflict do nothing)
    select token_hash from ended
$$;

-- Ends the sessions of a player beyond so many, the oldest first, and removes a few rows of what is over.
create function sweep_sessions(of_player uuid, most bigint, now_ms bigint, few bigint) returns setof bytea
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    with log as (select least(now_ms, newest_event_ms()) as ms),
    launches as (
        delete from ended_launches
         where launch in (select launch from ended_launches where until_ms <= (select ms from log) limit few)),
    spent as (
        delete from spent_launches
         where launch in (select launch from spent_launches where until_ms <= (select ms from log) limit few)),
    tokens as (
        delete from ended_sessions
         where token_hash in (select token_hash from ended_sessions where until_ms <= (select ms from log) limit few)),
    surplus as (
        select token_hash from sessions
         where player = of_player
         order by seen_at_ms desc, created_at_ms desc, token_hash
        offset most),
    ended as (
        delete from sessions
         where token_hash in (select token_hash from surplus)
            or token_hash in (select token_hash from sessions where expires_at_ms <= (select ms from log) limit few)
        returning token_hash, created_at_ms, expires_at_ms),
    kept as (
        insert into ended_sessions (token_hash, until_ms)
        select token_hash, created_at_ms + 2592000000 from ended where expires_at_ms > (select ms from log)
        on conflict do nothing)
    select token_hash from ended
$$;

revoke all on function newest_event_ms, open_session, see_session, end_sessions, sweep_sessions from public;
grant execute on function newest_event_ms, open_session, see_session, end_sessions, sweep_sessions to ledger_app;
