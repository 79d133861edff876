create table account (
  id            uuid primary key,
  email         text not null unique check (email = lower(email)),
  name          text not null,
  password_hash text not null,
  created_at    timestamptz not null
);

-- The key itself is never stored: only its HMAC, and as much of it as lets its owner tell it apart.
create table api_key (
  id         uuid primary key,
  account_id uuid not null references account (id),
  name       text not null,
  prefix     text not null,
  digest     bytea not null unique,
  scopes     text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz
);

create index api_key_of_account on api_key (account_id);
