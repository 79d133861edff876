do $$ begin
  if exists (select from charge_day_fill where not is_complete) then
    raise exception 'fill_step() of migration 0024 has not been called until it returned false';
  end if;
end $$;
drop function fill_step();
drop table charge_day_fill;
