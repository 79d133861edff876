-- Fee plan and limits of single accounts, in versions that are only added. Null: the deployment's own.
create table account_terms (
  account_id       uuid not null,
  version          integer not null check (version > 0),
  valid_from       timestamptz not null,
  fee_basis_points integer check (fee_basis_points between 0 and 10000),
  fee_fixed_cents  bigint check (fee_fixed_cents >= 0),
  fee_min_cents    bigint check (fee_min_cents >= 0),
  fee_max_cents    bigint check (fee_max_cents >= 0),
  fee_mode         text check (fee_mode in ('DEDUCT', 'ON_TOP')),
  value_min_cents  bigint check (value_min_cents > 0),
  value_max_cents  bigint check (value_max_cents > 0),
  set_by           text not null,
  reason           text not null,
  set_at           timestamptz not null,
  -- In the order in which a new charge looks for the version that holds.
  primary key (account_id, valid_from, version),
  unique (account_id, version)
);

alter table account_terms enable row level security;
create policy account_terms_in_scope on account_terms using (in_scope(account_id));
