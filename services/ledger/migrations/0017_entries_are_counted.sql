do $$ begin
  if exists (select from entry_count where counted_to < last) then
    raise exception 'fill_step() of migration 0016 has not been called until it returned false';
  end if;
end $$;
drop function fill_step();
drop table entry_to_count, entry_count;
