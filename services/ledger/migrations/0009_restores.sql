-- That these books were restored to an earlier point and booked again what had been published before:
-- holders got those events before the credits that are on the books now.
create table restore (
  restored_to timestamptz not null,
  noted_at    timestamptz not null default now(),
  check (restored_to <= noted_at)
);

create or replace function grant_to_app(app name) returns void language plpgsql as $$
begin
  execute format('grant usage on schema public to %I', app);
  execute format('grant select, insert on ledger_transaction, entry, restore to %I', app);
  execute format('grant select, insert, update on account, suspended_payment to %I', app);
  execute format('grant select, insert, delete on checkpoint, parked_record to %I', app);
  execute format('grant select, insert, update, delete on inbox, outbox to %I', app);
  execute format('grant select, update on job to %I', app);
  execute format('grant select on service_migration, messaging_migration to %I', app);
end $$;
