-- That this database was restored to an earlier point. What happened since then to charges that were made
-- before it was noted is known to the ledger, which is asked before anything is decided about them.
create table restore (
  restored_to timestamptz not null,
  noted_at    timestamptz not null default now(),
  check (restored_to <= noted_at)
);

-- Of a charge that was inserted again after a restore.
alter table charge
  add column recovered_at     timestamptz,
  -- The external id that it had, where another charge has it now.
  add column lost_external_id text;

create index charge_lost_external_id on charge (recovered_at) where lost_external_id is not null;
