-- Which failure, for programs. The version before stores the text alone, and an event that it published has no more
-- than the text: such a row gets the code that the text stood for.
alter table refund add column failure_code text;

create function set_failure_code() returns trigger language plpgsql as $$
begin
  new.failure_code := case new.failure
    when 'The balance does not cover it' then 'insufficient_balance'
    when 'The bank refused it' then 'bank_refused'
    when 'The bank could not return the money' then 'bank_failed'
    else 'bank_reason'
  end;
  return new;
end $$;

create trigger refund_failure_has_code before insert or update on refund
  for each row when (new.failure is not null and new.failure_code is null) execute function set_failure_code();
