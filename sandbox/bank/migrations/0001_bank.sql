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
  txid          text not null references cob,
  pix_key       text not null,
  value_cents   bigint not null check (value_cents > 0),
  paid_at       timestamptz not null
);

create index pix_by_txid on pix (txid);
create index pix_by_time on pix (paid_at, sequence);

create table webhook (
  pix_key    text primary key,
  url        text not null,
  created_at timestamptz not null
);
