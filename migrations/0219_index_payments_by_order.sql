-- Serves refunds of unspent coupons: who paid an order (domain §3.5).
create index incoming_payments_of_order on incoming_payments (partition, order_no) where order_no is not null;
