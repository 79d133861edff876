-- With status and id, so that a page is a range of one index, or of one for each status.
create index refund_of_account_in_order on refund (account_id, status, created_at, id);
create index payment_return_of_account_in_order on payment_return (account_id, status, found_at, id);
drop index refund_of_account;
drop index payment_return_of_account;
