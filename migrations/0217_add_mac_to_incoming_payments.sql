-- A payment that came carries a MAC under a key that the database never holds: its row may be put in through the function
-- by whoever has the service's connection, and is believed only when the service itself saw the payment on the chain.
-- Null for payments of before: they are in the books already, where events vouch for them.
alter table incoming_payments add column mac bytea;

drop function keep_incoming_payment(text, text, bigint, text, bigint, text, text, bigint);

-- Keeps a payment, once; one that is known stays as it is.
create function keep_incoming_payment(
    by_rail text, of_tx text, at_lt bigint, from_sender text, of_amount bigint, with_comment text, of_order text,
    now_ms bigint, with_mac bytea)
returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if of_order is not null and not comment_names(with_comment, of_order) then
        raise exception 'a payment is the order''s that its comment names' using errcode = 'insufficient_privilege';
    end if;
    insert into incoming_payments (partition, rail, tx, lt, sender, amount, comment, order_no, seen_at_ms, mac)
    values (0, by_rail, of_tx, at_lt, from_sender, of_amount, with_comment, of_order, now_ms, with_mac)
    on conflict (partition, rail, tx, lt) do nothing;
end
$$;

revoke all on function keep_incoming_payment from public;
grant execute on function keep_incoming_payment to ledger_app;
