-- Who asked, at the public door: key or session, client address, request id. Null: not known, as for what was stored before.
alter table charge
  add column requested_by jsonb,
  -- Of the cancellation.
  add column canceled_by  jsonb;

alter table refund add column requested_by jsonb;
