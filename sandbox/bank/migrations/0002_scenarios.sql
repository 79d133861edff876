-- Money can also arrive for a charge this bank never had, or for no charge at all.
alter table pix drop constraint pix_txid_fkey;
alter table pix alter column txid drop not null;

-- Devolução: money on its way back to the payer. How it will end is decided when it is asked for.
create table refund (
  sequence      bigint not null generated always as identity primary key,
  end_to_end_id text not null references pix (end_to_end_id),
  id            text not null check (id ~ '^[a-zA-Z0-9]{1,35}$'),
  rtr_id        text not null unique,
  value_cents   bigint not null check (value_cents > 0),
  status        text not null check (status in ('EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO')),
  requested_at  timestamptz not null,
  settles_at    timestamptz not null,
  settles_as    text not null check (settles_as in ('DEVOLVIDO', 'NAO_REALIZADO')),
  settled_at    timestamptz,
  unique (end_to_end_id, id)
);

create index refund_due on refund (settles_at) where status = 'EM_PROCESSAMENTO';

-- Payers who will pay later. A row leaves the table in the transaction that pays.
create table scheduled_payment (
  id          bigint not null generated always as identity primary key,
  txid        text not null references cob,
  -- A charge's amount asks for one payer at most, however often the charge is put.
  script_key  text unique,
  value_cents bigint not null check (value_cents > 0),
  times       integer not null check (times between 1 and 10),
  notify      boolean not null,
  force       boolean not null,
  due_at      timestamptz not null
);

create index scheduled_payment_due on scheduled_payment (due_at);

-- Misbehaviour that was asked for and is still to come.
create table fault (
  id        bigint not null generated always as identity primary key,
  operation text not null,
  fault     text not null,
  remaining integer not null check (remaining >= 0),
  ms        integer
);

-- One row: how far this bank's clock is ahead of the real one.
create table clock (
  only_row  boolean primary key default true check (only_row),
  offset_ms bigint not null
);

insert into clock (offset_ms) values (0);
