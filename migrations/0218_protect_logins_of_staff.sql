-- What the service may write of attempts to log in: how often somebody guessed, and the step of the second factor that
-- was used last, which only grows. A code that was spent stays spent, whoever holds the service's connection; whose row
-- it is never changes.
revoke insert, update on staff_logins from ledger_app;
grant insert (member, name) on staff_logins to ledger_app;
grant update (failures, locked_until_ms, totp_step) on staff_logins to ledger_app;

create function a_code_is_spent_once() returns trigger
language plpgsql as $$
begin
    if new.totp_step < old.totp_step then
        raise exception 'a code that was spent is never good again' using errcode = 'insufficient_privilege';
    end if;
    return new;
end
$$;

create trigger a_code_is_spent_once before update on staff_logins
    for each row execute function a_code_is_spent_once();
