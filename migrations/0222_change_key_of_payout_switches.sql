-- A wallet may be switched more than once in a millisecond: by two people, or by a rule and a person. Each switch is
-- kept with its true moment, and those of the same moment are counted from 0.
alter table payout_switches add column nth integer not null default 0 check (nth >= 0);
alter table payout_switches drop constraint payout_switches_pkey;
alter table payout_switches add primary key (partition, rail, wallet, at_ms, nth);

-- What stopped the wallet as a code with its values, where a rule of the service did; null beside what a person wrote.
alter table payout_wallets add column paused_finding json;

-- A process of before calls it without the finding.
drop function switch_payout_wallets(text, text, text, text, bigint);

-- Stops wallets (all of them without a rail), or lets them go on without a reason. Answers how many that changed. Who
-- did it and why is kept with the change; a first reason stays. The rows are locked first: a statement sees what was
-- committed before it began, so the switches of the same moment are counted when no other can be under way.
create function switch_payout_wallets(
    of_rail text, of_wallet text, by_whom text, why text, now_ms bigint, with_finding json default null)
returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    changes bigint;
begin
    if coalesce(btrim(by_whom), '') = '' or btrim(why) = '' or (why is null and with_finding is not null) then
        raise exception 'a wallet is switched by somebody, and stopped for a reason'
            using errcode = 'insufficient_privilege';
    end if;
    perform from payout_wallets
      where partition = 0 and (of_rail is null or (rail, wallet) = (of_rail, of_wallet))
      order by rail, wallet
        for update;
    with changed as (
        update payout_wallets
           set paused = why, paused_at_ms = case when why is null then null else now_ms end,
               paused_finding = with_finding
         where partition = 0 and (of_rail is null or (rail, wallet) = (of_rail, of_wallet))
           and (paused is null) <> (why is null)
        returning rail, wallet)
    insert into payout_switches (partition, rail, wallet, at_ms, nth, by, reason)
    select 0, c.rail, c.wallet, now_ms,
           (select count(*) from payout_switches s
             where s.partition = 0 and s.rail = c.rail and s.wallet = c.wallet and s.at_ms = now_ms),
           by_whom, why
      from changed c;
    get diagnostics changes = row_count;
    return changes;
end
$$;

revoke all on function switch_payout_wallets from public;
grant execute on function switch_payout_wallets to ledger_app;
