-- An operator may freeze an account: its keys are refused, and its owner changes nothing.
alter table account
  -- Null: not frozen.
  add column frozen_at         timestamptz,
  -- The last change either way, so that a gateway that reconnects learns of it.
  add column freeze_changed_at timestamptz;

create index account_frozen_lately on account (freeze_changed_at) where freeze_changed_at is not null;
