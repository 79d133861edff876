-- Old rows of the inbox are locked before they are removed, which needs the right to update them.
create or replace function grant_to_app(app name) returns void language plpgsql as $$
begin
  execute format('grant usage on schema public to %I', app);
  execute format('grant select, insert on ledger_transaction, entry to %I', app);
  execute format('grant select, insert, update on account, suspended_payment to %I', app);
  execute format('grant select, insert, delete on checkpoint, parked_record to %I', app);
  execute format('grant select, insert, update, delete on inbox, outbox to %I', app);
  execute format('grant select, update on job to %I', app);
  execute format('grant select on service_migration, messaging_migration to %I', app);
end $$;
