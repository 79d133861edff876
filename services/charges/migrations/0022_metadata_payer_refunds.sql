-- Pairs of texts of the client, and who paid: the document is masked before it comes here.
alter table charge
  -- As text, so that the pairs stay in the order in which they were sent.
  add column metadata       json not null default '{}',
  add column payer_name     text,
  add column payer_document text check (payer_document like '%*%');

-- Refunds and returns of an account, newest first.
create index refund_of_account on refund (account_id, created_at);
create index payment_return_of_account on payment_return (account_id, found_at);
