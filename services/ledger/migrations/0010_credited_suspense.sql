-- A payment that named no account is listed to the account that an operator credited it to, beside its own.
create index suspended_payment_of_credited on suspended_payment (credited_to, suspended_at, exception_id)
  where credited_to is not null;
alter policy suspended_payment_in_scope on suspended_payment
  using (in_scope(holder_id) or in_scope(credited_to))
  with check (in_scope(holder_id));
