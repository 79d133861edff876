-- What a charge needs in order to be found again, and nothing else.
create table charge (
  id                   text primary key,
  account_id           uuid not null,
  payment_link_id      uuid not null unique,
  txid                 text not null,
  emv                  text not null,
  value_cents          bigint not null,
  original_value_cents bigint not null,
  fee_cents            bigint not null,
  status               text not null,
  created_at           timestamptz not null,
  expires_at           timestamptz not null
);
