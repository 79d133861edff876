-- Refunds and returns of an account, newest first.
create index refund_of_account on refund (account_id, created_at);
create index payment_return_of_account on payment_return (account_id, found_at);
