-- A charge as the Pix API calls it: cobrança imediata.
create table cob (
  txid               text primary key check (txid ~ '^[a-zA-Z0-9]{26,35}$'),
  pix_key            text not null,
  value_cents        bigint not null check (value_cents > 0),
  status             text not null check (status in ('ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP')),
  created_at         timestamptz not null,
  expires_in_seconds integer not null check (expires_in_seconds > 0),
  revision           integer not null default 0,
  location_id        bigint not null generated always as identity,
  location           text not null unique check (length(location) <= 77),
  details            jsonb not null
);

-- The page of open charges reads only these.
create index cob_open on cob (created_at) where status = 'ATIVA';

-- Every payment really made: the ground truth that tests and auditors compare with.
create table pix (
  sequence      bigint not null generated always as identity primary key,
  end_to_end_id text not null unique check (end_to_end_id ~ '^E[0-9]{20}[a-zA-Z0-9]{11}$'),
  -- Money can also arrive for a charge that this bank does not have, or for none.
  txid          text,
  pix_key       text not null,
  value_cents   bigint not null check (value_cents > 0),
  paid_at       timestamptz not null
);

create index pix_by_txid on pix (txid);
create index pix_by_time on pix (paid_at, sequence);

-- Devolução: money on its way back to the payer, asked for by the receiver or made by the bank. Its outcome is decided
-- when it is requested.
create table refund (
  sequence      bigint not null generated always as identity primary key,
  end_to_end_id text not null references pix (end_to_end_id),
  id            text not null check (id ~ '^[a-zA-Z0-9]{1,35}$'),
  rtr_id        text not null unique,
  value_cents   bigint not null check (value_cents > 0),
  origin        text not null default 'RECEIVER' check (origin in ('RECEIVER', 'BANK')),
  natureza      text not null default 'ORIGINAL'
    check (natureza in ('ORIGINAL', 'RETIRADA', 'MED_OPERACIONAL', 'MED_FRAUDE', 'MED_PIX_AUTOMATICO')),
  status        text not null check (status in ('EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO')),
  requested_at  timestamptz not null,
  settles_at    timestamptz not null,
  settles_as    text not null check (settles_as in ('DEVOLVIDO', 'NAO_REALIZADO')),
  settled_at    timestamptz,
  unique (end_to_end_id, id)
);

create index refund_due on refund (settles_at) where status = 'EM_PROCESSAMENTO';

create table webhook (
  pix_key    text primary key,
  url        text not null,
  created_at timestamptz not null
);

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

-- Faults that a test has requested and that have not happened yet.
create table fault (
  id          bigint not null generated always as identity primary key,
  operation   text not null,
  fault       text not null,
  remaining   integer not null check (remaining >= 0),
  ms          integer,
  -- Of the list: only requests whose window contains any of these times.
  window_from timestamptz,
  window_to   timestamptz
);

-- One row: how far this bank's clock is ahead of the real one.
create table clock (
  only_row  boolean primary key default true check (only_row),
  offset_ms bigint not null
);

insert into clock (offset_ms) values (0);

-- Mails delivered to the sandbox instead of a person. Only the latest are kept.
create table mail (
  id          bigint generated always as identity primary key,
  received_at timestamptz not null,
  recipient   text not null,
  subject     text not null,
  body        text not null
);
