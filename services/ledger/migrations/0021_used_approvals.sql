-- Approvals of operators' decisions that were carried out here; each is used once, in the transaction of its effect.
create table used_approval (
  id      uuid primary key,
  used_at timestamptz not null default now()
);

create or replace function grant_to_app(app name) returns void language plpgsql as $$
begin
  execute format('grant usage on schema public to %I', app);
  execute format('grant select, insert on ledger_transaction, entry, restore, used_approval to %I', app);
  execute format('grant select, insert, update on account, suspended_payment, holder_hour, holder_day to %I', app);
  execute format('grant select, insert, delete on checkpoint, parked_record to %I', app);
  execute format('grant select, insert, update, delete on inbox, outbox to %I', app);
  execute format('grant select, update on job to %I', app);
  execute format('grant select on service_migration, messaging_migration to %I', app);
end $$;
