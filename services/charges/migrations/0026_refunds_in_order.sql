-- With the id, so that a page is a range of one index, whatever its filter.
create index refund_of_account_in_order on refund (account_id, created_at, id);
create index refund_of_account_by_status on refund (account_id, status, created_at, id);
create index payment_return_of_account_in_order on payment_return (account_id, found_at, id);
create index payment_return_of_account_by_status on payment_return (account_id, status, found_at, id);
drop index refund_of_account;
drop index payment_return_of_account;
