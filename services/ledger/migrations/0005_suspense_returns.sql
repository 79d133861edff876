-- Money in suspense is returned at the bank, which may take its time: decided, but not done.
alter table suspended_payment
  drop constraint suspended_payment_resolution_check,
  add constraint suspended_payment_resolution_check
    check (resolution in ('CREDITED', 'REFUNDING', 'REFUNDED')),
  -- When the bank is to be asked about the return; claiming it moves this on.
  add column ask_at   timestamptz not null default now(),
  -- Each return that the bank refused makes the next one another, under another id.
  add column refusals integer not null default 0,
  add column failure  text;

create index suspended_payment_refunding on suspended_payment (ask_at) where resolution = 'REFUNDING';
create index suspended_payment_open on suspended_payment (suspended_at, exception_id)
  where resolution is null or resolution = 'REFUNDING';
drop index suspended_payment_undecided;
