-- Only a hash of the token is stored: a reader of this table cannot use a session.
create table session (
  id           uuid primary key,
  account_id   uuid not null references account (id),
  digest       bytea not null unique,
  created_at   timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at   timestamptz not null,
  revoked_at   timestamptz,
  ip           text not null,
  user_agent   text not null
);

create index session_of_account on session (account_id, created_at);
create index session_by_expiry on session (expires_at);
create index session_revoked_lately on session (revoked_at) where revoked_at is not null;

alter table account
  -- Requests a second; null: the deployment's own limit.
  add column rate_limit_per_second integer check (rate_limit_per_second > 0);

alter table api_key
  add column allowed_ips  text[] not null default '{}',
  add column last_used_at timestamptz,
  -- When the key was last seen in the query of an address, where logs along the way may keep it.
  add column query_use_at timestamptz,
  add column replaced_by  uuid;

create index api_key_by_age on api_key (account_id, created_at);
drop index api_key_of_account;
create index api_key_revoked_lately on api_key (revoked_at) where revoked_at is not null;
create index api_key_by_expiry on api_key (expires_at) where expires_at is not null;

-- Attempts within a window, by a hash of what they are counted for: an address, an IP, an account.
-- Rows whose window has ended are pruned.
create table throttle (
  bucket    bytea primary key,
  tries     integer not null,
  resets_at timestamptz not null
);

create index throttle_by_reset on throttle (resets_at);

-- Each line holds the hash of the one before it. It is kept for good: pruning would break the chain.
create table audit_entry (
  seq        bigint primary key,
  at         timestamptz not null,
  actor      text not null,
  action     text not null,
  subject    text not null,
  account_id text not null,
  -- The very text that was hashed.
  detail     text not null check (detail is json object),
  prev_hash  bytea not null,
  hash       bytea not null unique
);

create index audit_entry_of_account on audit_entry (account_id, seq);

-- The end of the chain. Writers take turns on this row, and a chain cut short at its end is seen.
create table audit_head (
  only_one boolean primary key default true check (only_one),
  seq      bigint not null,
  hash     bytea not null
);

insert into audit_head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;

create trigger append_only before update or delete or truncate on audit_entry
  for each statement execute function refuse_change();

create trigger head_stays before delete or truncate on audit_head
  for each statement execute function refuse_change();

create trigger head_moves_by_one before update on audit_head
  for each row when (new.seq <> old.seq + 1) execute function refuse_change();
