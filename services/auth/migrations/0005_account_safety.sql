alter table account
  add column email_confirmed_at timestamptz,
  -- Null: none chosen; mails are then in Portuguese.
  add column language           text check (language in ('pt-BR', 'en'));

alter table session
  -- When its owner last gave the password, and the code if there is one. Null: when it was opened.
  add column proof_at timestamptz;

-- The secret is sealed. Until it is confirmed by a code, log-in does not ask for one.
create table two_factor (
  account_id    uuid primary key references account (id),
  sealed_secret bytea not null,
  created_at    timestamptz not null,
  confirmed_at  timestamptz,
  -- The time step of the last accepted code: an accepted code and older ones are refused.
  last_step     bigint not null
);

-- Only a keyed hash of each code is stored. A code that was used is removed.
create table recovery_code (
  account_id uuid not null references account (id),
  digest     bytea not null,
  primary key (account_id, digest)
);

alter table two_factor enable row level security;
create policy two_factor_in_scope on two_factor using (in_scope(account_id::text));

alter table recovery_code enable row level security;
create policy recovery_code_in_scope on recovery_code using (in_scope(account_id::text));

-- The log as its account reads it: newest first, all of it or one action.
create index audit_entry_by_time on audit_entry (account_id, at, seq);
create index audit_entry_by_action on audit_entry (account_id, action, at, seq);
drop index audit_entry_of_account;

create or replace function grant_to_app(app name) returns void language plpgsql as $$
begin
  execute format('grant usage on schema public to %I', app);
  execute format('grant select, insert on audit_entry to %I', app);
  execute format('grant select, update on audit_head to %I', app);
  execute format('grant select, insert, update on account to %I', app);
  execute format('grant select, insert, update, delete on session, api_key, throttle to %I', app);
  execute format('grant select, insert, update, delete on two_factor to %I', app);
  execute format('grant select, insert, delete on recovery_code to %I', app);
  execute format('grant select on service_migration to %I', app);
end $$;
