-- The service removes what it keeps for a while only: no charge, payment, refund or return, whatever its process is made to do.
create function grant_to_app(app name) returns void language plpgsql as $$
begin
  execute format('grant usage on schema public to %I', app);
  execute format('grant select, insert, update on all tables in schema public to %I', app);
  execute format('revoke delete on all tables in schema public from %I', app);
  execute format('grant delete on create_request, unclear_payment, velocity_day, charge_hour_change, outbox, inbox, parked_record to %I', app);
  execute format('revoke insert, update on service_migration, messaging_migration from %I', app);
end $$;
