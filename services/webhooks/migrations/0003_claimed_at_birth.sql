-- A delivery may be claimed by the process that plans it; then nobody has to be woken for it.
create or replace function notify_delivery() returns trigger language plpgsql as $$
begin
  if exists (select from planned where status = 'PENDING' and lease_until is null) then
    perform pg_notify('delivery', '');
  end if;
  return null;
end $$;

drop trigger delivery_wakes_sender on delivery;
create trigger delivery_wakes_sender after insert on delivery
  referencing new table as planned
  for each statement execute function notify_delivery();
