-- A bank may make a return after all that it had reported as failed.
create or replace function guard_payment_return() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and (old.status = 'SETTLED' or new.status = 'PROCESSING') then
    raise exception 'return % is % and does not become %', old.id, old.status, new.status
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
