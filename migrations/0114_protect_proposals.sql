-- A row of view `proposals` says what the proposal's stream says, whoever writes it: who proposed what kind of change, and
-- no state without its event. A decision is final; what was approved is carried out and nothing else.
create function a_proposal_is_what_its_stream_says() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op = 'UPDATE' and ((to_jsonb(new) - 'state') <> (to_jsonb(old) - 'state')
        or old.state <> new.state and old.state <> 'waiting' and (old.state, new.state) <> ('approved', 'done')) then
        raise exception 'a proposal that is % does not become %', old.state, new.state
            using errcode = 'insufficient_privilege';
    end if;
    if not exists (
        select from events p
          join events e on e.partition = p.partition and e.aggregate_type = p.aggregate_type
               and e.aggregate_id = p.aggregate_id
         where p.partition = new.partition and p.aggregate_type = 'proposal' and p.aggregate_id = new.proposal::text
           and p.position = new.proposed_position and p.event_type = 'Proposed'
           and p.payload->'Proposed'->>'kind' = new.kind and p.payload->'Proposed'->>'maker' = new.maker
           and e.event_type = case new.state when 'waiting' then 'Proposed' else initcap(new.state) end) then
        raise exception 'no event says that a proposal is %', new.state using errcode = 'insufficient_privilege';
    end if;
    return new;
end
$$;
revoke all on function a_proposal_is_what_its_stream_says from public;

create trigger a_proposal_is_what_its_stream_says before insert or update on proposals
    for each row execute function a_proposal_is_what_its_stream_says();
