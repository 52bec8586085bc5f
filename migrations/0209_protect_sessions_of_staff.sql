-- Sessions of staff are written by functions of the owner alone. A row is kept of a session that the member's stream
-- opened, until then, and only while the stream has not ended it; its use moves it forward; nothing else of it changes.
revoke insert, update, delete on staff_sessions from ledger_app;

-- Keeps the cookie of a session that was just opened, and removes a few that are over. False when it has one already.
create function open_staff_session(
    of_hash bytea, of_session uuid, of_member uuid, now_ms bigint, until_ms bigint, with_mac bytea, few bigint)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if not exists (
        select from events e
         where e.aggregate_type = 'staff' and e.aggregate_id = of_member::text
           and e.event_type = 'StaffSessionOpened'
           and e.payload->'StaffSessionOpened'->>'session' = of_session::text
           and (e.payload->'StaffSessionOpened'->>'expires_at')::bigint = until_ms
    ) or exists (
        select from events e
         where e.aggregate_type = 'staff' and e.aggregate_id = of_member::text
           and e.event_type = 'StaffSessionEnded'
           and e.payload->'StaffSessionEnded'->>'session' = of_session::text
    ) then
        raise exception 'no login opened this session' using errcode = 'insufficient_privilege';
    end if;
    delete from staff_sessions
     where token_hash in (select s.token_hash from staff_sessions s
                           where s.expires_at_ms <= least(now_ms, newest_event_ms()) limit few);
    insert into staff_sessions (token_hash, session, member, created_at_ms, seen_at_ms, expires_at_ms, mac)
    values (of_hash, of_session, of_member, now_ms, now_ms, until_ms, with_mac)
    on conflict (session) do nothing;
    return found;
end
$$;

-- Notes the use of a session, later than before and before its end.
create function see_staff_session(of_hash bytea, now_ms bigint) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    update staff_sessions set seen_at_ms = now_ms
     where token_hash = of_hash and seen_at_ms < now_ms and now_ms < expires_at_ms
$$;

-- Removes a session that its member's stream has ended.
create function close_staff_session(of_session uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    delete from staff_sessions s
     where s.session = of_session
       and exists (select from events e
                    where e.aggregate_type = 'staff' and e.aggregate_id = s.member::text
                      and e.event_type = 'StaffSessionEnded'
                      and e.payload->'StaffSessionEnded'->>'session' = of_session::text)
$$;

revoke all on function open_staff_session, see_staff_session, close_staff_session from public;
grant execute on function open_staff_session, see_staff_session, close_staff_session to ledger_app;
