-- What happened in a stretch of time is published again from these tables. Rows come in the order of
-- their time, more or less, so a few bytes per block of them are enough.
create index payment_by_time on payment using brin (found_at);
create index charge_move_by_time on charge_move using brin (at);
create index refund_by_time on refund using brin (changed_at);
create index payment_return_by_time on payment_return using brin (changed_at);
