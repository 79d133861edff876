do $$ begin
  if exists (select from notified_day_fill where not is_complete) then
    raise exception 'fill_step() of migration 0012 has not been called until it returned false';
  end if;
end $$;
drop function fill_step();
drop table notified_day_fill;
