-- The service removes old rows only: no event that may still be replayed, and nothing that tells of its deliveries.
alter table delivery enable row level security;
create policy delivery_seen on delivery using (true);
alter table delivery_attempt enable row level security;
create policy delivery_attempt_seen on delivery_attempt using (true);

create policy webhook_event_kept on webhook_event as restrictive for delete
  using (created_at < now() - interval '30 days');
create policy delivery_kept on delivery as restrictive for delete
  using (not exists (select from webhook_event
                      where id = event_id and created_at >= now() - interval '30 days'));
create policy delivery_attempt_kept on delivery_attempt as restrictive for delete
  using (not exists (select from delivery join webhook_event on webhook_event.id = delivery.event_id
                      where delivery.id = delivery_id and webhook_event.created_at >= now() - interval '30 days'));

create function grant_to_app(app name) returns void language plpgsql as $$
begin
  execute format('grant usage on schema public to %I', app);
  execute format('grant select, insert, update on all tables in schema public to %I', app);
  execute format('revoke delete on all tables in schema public from %I', app);
  execute format('grant delete on webhook_event, delivery, delivery_attempt, notified_event, notified_hour, notified_day, endpoint_hour, endpoint, replay, notice, outbox, inbox, parked_record to %I', app);
  execute format('revoke insert, update on service_migration, messaging_migration from %I', app);
end $$;
