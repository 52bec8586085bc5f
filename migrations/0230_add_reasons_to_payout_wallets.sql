-- A wallet that is stopped may give another reason to stop it. What a later look finds again need not be kept; what is
-- found once must be seen by whoever lets the wallet go on.

-- Adds a reason to that of a stopped wallet, once. False when it works, when it has that reason, and when there are more
-- than a person reads. Who found it and why is kept as a switch is. A finding is one reason in the words of its reader,
-- the text is all of them: so the text alone is left.
create function add_reason_to_payout_wallet(of_rail text, of_wallet text, by_whom text, why text, now_ms bigint)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if coalesce(btrim(by_whom), '') = '' or coalesce(btrim(why), '') = '' then
        raise exception 'a wallet is stopped by somebody and for a reason' using errcode = 'insufficient_privilege';
    end if;
    -- The row's lock orders it with other switches: those of the same moment are counted by the next statement.
    update payout_wallets
       set paused = paused || '; also: ' || why, paused_finding = null
     where partition = 0 and rail = of_rail and wallet = of_wallet
       and strpos(paused, why) = 0 and char_length(paused) + char_length(why) <= 2000;
    if not found then
        return false;
    end if;
    insert into payout_switches (partition, rail, wallet, at_ms, nth, by, reason)
    values (0, of_rail, of_wallet, now_ms,
            (select count(*) from payout_switches s
              where s.partition = 0 and s.rail = of_rail and s.wallet = of_wallet and s.at_ms = now_ms),
            by_whom, why);
    return true;
end
$$;

revoke all on function add_reason_to_payout_wallet from public;
grant execute on function add_reason_to_payout_wallet to ledger_app;
