-- What the account of an endpoint is to be notified of by mail. Auth knows the address; a row is removed once
-- auth has stored the mail.
create table notice (
  id         uuid primary key,
  account_id uuid not null,
  kind       text not null check (kind in ('ENDPOINT_CREATED', 'ENDPOINT_GONE', 'ENDPOINT_FAILING')),
  name       text not null,
  url        text not null,
  created_at timestamptz not null default now(),
  due_at     timestamptz not null default now()
);

create index notice_due on notice (due_at);

alter table notice enable row level security;
create policy notice_in_scope on notice using (in_scope(account_id));
