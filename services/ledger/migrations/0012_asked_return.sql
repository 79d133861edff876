-- What the bank was asked to return by the last decision: the same amount each time it is asked, and
-- what is booked when it has done so. Null: nothing, or decided before this column was there.
alter table suspended_payment
  add column asked_cents bigint check (asked_cents > 0 and asked_cents <= amount_cents);
