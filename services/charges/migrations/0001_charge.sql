create table charge (
  id                   text primary key check (id ~ '^[0-9a-f]{24}$'),
  account_id           uuid not null,
  payment_link_id      uuid not null unique,
  txid                 text not null unique check (txid ~ '^[a-zA-Z0-9]{26,35}$'),
  emv                  text not null,
  value_cents          bigint not null check (value_cents > 0),
  original_value_cents bigint not null check (original_value_cents > 0),
  fee_cents            bigint not null check (fee_cents between 0 and value_cents),
  status               text not null check (status in ('PENDING', 'COMPLETED', 'EXPIRED', 'CANCELED')),
  created_at           timestamptz not null,
  expires_at           timestamptz not null,
  paid_cents           bigint,
  paid_at              timestamptz,
  end_to_end_id        text unique,
  confirmed_at         timestamptz,
  check ((status = 'COMPLETED') = (end_to_end_id is not null)),
  check (paid_cents >= value_cents)
);
