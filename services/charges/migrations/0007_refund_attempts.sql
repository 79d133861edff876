-- Who takes a refund further counts up. A refusal that answers an earlier attempt ends nothing.
alter table refund
  add column attempt    integer not null default 0,
  -- When the bank returned the money.
  add column settled_at timestamptz;

update refund set settled_at = changed_at where status = 'SETTLED';
