-- Decisions about money that one operator asked for and another one has to approve. What was asked for never changes.
create table approval (
  id         uuid primary key,
  -- The rpc that carries it out.
  decision   text not null,
  -- Every field of its request, as canonical JSON.
  request    text not null,
  asked_by   text not null,
  asked_at   timestamptz not null,
  expires_at timestamptz not null,
  status     text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED')),
  decided_by text,
  decided_at timestamptz,
  rejection  text,
  -- Services that have carried it out.
  done_by    text[] not null default '{}',
  -- When the last of them had.
  done_at    timestamptz,
  check (status = 'PENDING' or decided_by is not null),
  check (status <> 'APPROVED' or decided_by <> asked_by)
);

create index approval_by_age on approval (asked_at);
create index approval_open on approval (asked_at) where status <> 'REJECTED' and done_at is null;

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
  execute format('grant select, insert on approval to %I', app);
  execute format('grant update (status, decided_by, decided_at, rejection, done_by, done_at) on approval to %I', app);
  execute format('grant select on service_migration to %I', app);
end $$;
