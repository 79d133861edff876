-- Mails to send. What one says is sealed, since it may hold a token, and is removed once it is sent or
-- given up; the rest of the row stays for a while, so that a notice with a known id is not sent again.
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

-- Only a hash of each token is stored. One that was used is removed.
create table mail_token (
  digest     bytea primary key,
  account_id uuid not null references account (id),
  purpose    text not null check (purpose in ('reset_password', 'confirm_email')),
  expires_at timestamptz not null
);

create index mail_token_of_account on mail_token (account_id, purpose);
create index mail_token_by_expiry on mail_token (expires_at);

-- Addresses for which a new password was asked, known or not: a job looks for their account, so that
-- the reply takes equally long for both.
create table reset_request (
  id           bigint generated always as identity primary key,
  email        text not null,
  ip           text not null,
  user_agent   text not null,
  requested_at timestamptz not null
);

-- From where an account was logged in to: a hash of the kind of browser and the network.
create table known_device (
  account_id uuid not null references account (id),
  digest     bytea not null,
  seen_at    timestamptz not null,
  primary key (account_id, digest)
);

create index known_device_by_age on known_device (seen_at);

alter table mail enable row level security;
create policy mail_in_scope on mail using (in_scope(account_id::text));

alter table mail_token enable row level security;
create policy mail_token_in_scope on mail_token using (in_scope(account_id::text));

alter table known_device enable row level security;
create policy known_device_in_scope on known_device using (in_scope(account_id::text));

create or replace function grant_to_app(app name) returns void language plpgsql as $$
begin
  execute format('grant usage on schema public to %I', app);
  execute format('grant select, insert on audit_entry to %I', app);
  execute format('grant select, update on audit_head to %I', app);
  execute format('grant select, insert, update on account to %I', app);
  execute format('grant select, insert, update, delete on session, api_key, throttle to %I', app);
  execute format('grant select, insert, update, delete on two_factor, mail, known_device to %I', app);
  execute format('grant select, insert, delete on recovery_code, mail_token to %I', app);
  execute format('grant select, insert, update, delete on reset_request to %I', app);
  execute format('grant select on service_migration to %I', app);
end $$;
