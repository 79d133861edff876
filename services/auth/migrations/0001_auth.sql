-- Row-level security between accounts: the service's role sees the rows of the account that its transaction is for, all of
-- them in the scope '*', and none without a scope.
create function in_scope(owner text) returns boolean language sql stable parallel safe as $$
  select current_setting('app.account_id', true) in ('*', owner)
$$;

-- Accounts and how they log in ----------------------------------------------------------------------------------------

create table account (
  id                    uuid primary key,
  -- A claim until it is confirmed: several accounts may make it, so that a sign-up does not say whether it is registered.
  email                 text not null check (email = lower(email)),
  email_confirmed_at    timestamptz,
  name                  text not null,
  -- What payers see. Null: the name.
  display_name          text check (length(display_name) between 1 and 100),
  -- Null: not chosen; mails are in Portuguese.
  language              text check (language in ('pt-BR', 'en')),
  password_hash         text not null,
  -- Null: the deployment's limit.
  rate_limit_per_second integer check (rate_limit_per_second > 0),
  -- The keys of a frozen account are refused, and its owner changes nothing. Null: not frozen.
  frozen_at             timestamptz,
  -- The last change either way: a gateway that reconnects reads what it missed.
  freeze_changed_at     timestamptz,
  created_at            timestamptz not null
);

create index account_by_email on account (email, created_at);
create unique index account_by_confirmed_email on account (email) where email_confirmed_at is not null;
create index account_frozen_lately on account (freeze_changed_at) where freeze_changed_at is not null;

alter table account enable row level security;
create policy account_in_scope on account using (in_scope(id::text));

-- Only a hash of the token is stored: a reader of this table cannot use a session.
create table session (
  id           uuid primary key,
  account_id   uuid not null references account (id),
  digest       bytea not null unique,
  ip           text not null,
  user_agent   text not null,
  created_at   timestamptz not null,
  last_seen_at timestamptz not null,
  -- When its owner last gave the password, and the code if there is one. Null: when it was opened.
  proof_at     timestamptz,
  expires_at   timestamptz not null,
  revoked_at   timestamptz
);

create index session_of_account on session (account_id, created_at);
create index session_by_expiry on session (expires_at);
create index session_revoked_lately on session (revoked_at) where revoked_at is not null;

alter table session enable row level security;
create policy session_in_scope on session using (in_scope(account_id::text));

-- The secret is sealed. Log-in does not ask for a code before one has confirmed the secret.
create table two_factor (
  account_id    uuid primary key references account (id),
  sealed_secret bytea not null,
  created_at    timestamptz not null,
  confirmed_at  timestamptz,
  -- The time step of the last accepted code: this code and older ones are refused.
  last_step     bigint not null
);

alter table two_factor enable row level security;
create policy two_factor_in_scope on two_factor using (in_scope(account_id::text));

-- Only a keyed hash of each code is stored. A used code is removed.
create table recovery_code (
  account_id uuid not null references account (id),
  digest     bytea not null,
  primary key (account_id, digest)
);

alter table recovery_code enable row level security;
create policy recovery_code_in_scope on recovery_code using (in_scope(account_id::text));

-- Devices that logged in to an account: a hash of the kind of browser and the network.
create table known_device (
  account_id uuid not null references account (id),
  digest     bytea not null,
  seen_at    timestamptz not null,
  primary key (account_id, digest)
);

create index known_device_by_age on known_device (seen_at);

alter table known_device enable row level security;
create policy known_device_in_scope on known_device using (in_scope(account_id::text));

-- Attempts within a window, by a hash of an address, an IP or an account. Rows are pruned after their window.
create table throttle (
  bucket    bytea primary key,
  attempts  integer not null,
  resets_at timestamptz not null
);

create index throttle_by_reset on throttle (resets_at);

-- API keys ------------------------------------------------------------------------------------------------------------

-- The key itself is never stored: only its HMAC, and a prefix by which its owner recognizes it.
create table api_key (
  id           uuid primary key,
  account_id   uuid not null references account (id),
  name         text not null,
  prefix       text not null,
  digest       bytea not null unique,
  scopes       text[] not null,
  -- Empty: any.
  allowed_ips  text[] not null default '{}',
  created_at   timestamptz not null,
  expires_at   timestamptz,
  revoked_at   timestamptz,
  replaced_by  uuid,
  last_used_at timestamptz,
  -- When the key was last sent in the query of a URL, which logs along the way may keep.
  query_use_at timestamptz
);

create index api_key_by_age on api_key (account_id, created_at);
create index api_key_revoked_lately on api_key (revoked_at) where revoked_at is not null;
create index api_key_by_expiry on api_key (expires_at) where expires_at is not null;

alter table api_key enable row level security;
create policy api_key_in_scope on api_key using (in_scope(account_id::text));

-- Accounts see ids of rows encoded with this key: plain numbers would show how many rows all accounts have. It is stored
-- with the rows, so that ids stay the same after a restore and when secrets are replaced.
create table public_id_key (
  is_only boolean primary key default true check (is_only),
  key     bytea not null check (octet_length(key) = 32)
);

insert into public_id_key (key)
select sha256(decode(replace(gen_random_uuid()::text || gen_random_uuid(), '-', ''), 'hex'));

-- Nobody but the two roles of this service can open its database.
grant select on public_id_key to public;

-- Mail ----------------------------------------------------------------------------------------------------------------

-- Mails to send. The text is sealed, since it may hold a token, and removed once the mail is sent or given up. The rest
-- of the row stays for a while, so that a notice with a known id is not sent again.
create table mail (
  id         uuid primary key,
  account_id uuid not null references account (id),
  kind       text not null,
  sealed     bytea,
  created_at timestamptz not null,
  due_at     timestamptz not null,
  give_up_at timestamptz not null,
  attempts   integer not null default 0,
  sent_at    timestamptz
);

create index mail_due on mail (due_at) where sealed is not null;
create index mail_waiting on mail (created_at) where sealed is not null;
create index mail_by_age on mail (created_at);

alter table mail enable row level security;
create policy mail_in_scope on mail using (in_scope(account_id::text));

-- Only a hash of each token is stored. A used token is removed.
create table mail_token (
  digest     bytea primary key,
  account_id uuid not null references account (id),
  purpose    text not null check (purpose in ('reset_password', 'confirm_email')),
  expires_at timestamptz not null
);

create index mail_token_of_account on mail_token (account_id, purpose);
create index mail_token_by_expiry on mail_token (expires_at);

alter table mail_token enable row level security;
create policy mail_token_in_scope on mail_token using (in_scope(account_id::text));

-- Addresses for which a password reset was requested, known or not. A job looks up their accounts, so that the reply
-- takes equally long for both.
create table reset_request (
  id           bigint generated always as identity primary key,
  email        text not null,
  ip           text not null,
  user_agent   text not null,
  requested_at timestamptz not null
);

-- Approvals -----------------------------------------------------------------------------------------------------------

-- Decisions about money that one operator requests and another one approves. The request never changes. Each of the two
-- signs with the key of their certificate, and the service that acts verifies both: a row alone approves nothing.
create table approval (
  id                 uuid primary key,
  -- The rpc that carries it out.
  decision           text not null,
  -- Every field of its request, as canonical JSON.
  request            text not null,
  asked_by           text not null,
  asked_at           timestamptz not null,
  asked_signature    jsonb,
  expires_at         timestamptz not null,
  status             text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED')),
  decided_by         text,
  decided_at         timestamptz,
  approved_signature jsonb,
  rejection          text,
  -- Services that have carried it out, and when the last of them had.
  done_by            text[] not null default '{}',
  done_at            timestamptz,
  check (status = 'PENDING' or decided_by is not null),
  check (status <> 'APPROVED' or decided_by <> asked_by)
);

create index approval_by_age on approval (asked_at);
create index approval_open on approval (asked_at) where status <> 'REJECTED' and done_at is null;

-- Audit log -----------------------------------------------------------------------------------------------------------

-- A hash chain: each line holds the hash of the one before it. Lines are never pruned, which would break the chain.
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

-- The log as its account reads it: newest first, all of it or one action.
create index audit_entry_by_time on audit_entry (account_id, at, seq);
create index audit_entry_by_action on audit_entry (account_id, action, at, seq);

-- Every line may be added; an account reads only its own.
alter table audit_entry enable row level security;
create policy audit_entry_in_scope on audit_entry for select using (in_scope(account_id));
create policy audit_entry_is_added on audit_entry for insert with check (true);

-- The end of the chain. Writers lock this row in turn, and it shows when lines are missing at the end.
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

-- Rights --------------------------------------------------------------------------------------------------------------

-- The rights of the service's role, which owns nothing: it adds to the audit log and never changes it, and it changes of an
-- approval only the columns that decide about it.
create function grant_to_app(app name) returns void language plpgsql as $$
begin
  execute format('grant usage on schema public to %I', app);
  execute format('grant select, insert on audit_entry to %I', app);
  execute format('grant select, update on audit_head to %I', app);
  execute format('grant select, insert, update on account to %I', app);
  execute format('grant select, insert, update, delete on session, api_key, throttle to %I', app);
  execute format('grant select, insert, update, delete on two_factor, mail, known_device to %I', app);
  execute format('grant select, insert, delete on recovery_code, mail_token to %I', app);
  execute format('grant select, insert, update, delete on reset_request to %I', app);
  execute format('grant select, insert on approval to %I', app);
  execute format(
    'grant update (status, decided_by, decided_at, rejection, approved_signature, done_by, done_at) on approval to %I', app);
  execute format('grant select on service_migration to %I', app);
end $$;
