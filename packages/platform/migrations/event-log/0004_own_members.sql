-- The members of a group decide which partitions each of its processes reads: only the group's role may invent one.
alter table group_member enable row level security;
create policy read on group_member for select using (true);
create policy own on group_member
  using (consumer_group in (select rights_of_caller('group'))
      or consumer_group not in (select name from log_right where kind = 'group'));

-- Who may delete from a table, or update all of it, may also lock it against everybody. So no service has these rights:
-- old rows are removed by these functions, as the owner.
create function prune_records(rows_max integer) returns setof bigint
language sql security definer set search_path = public, pg_temp as $$
  delete from log_record
   where ctid = any (array(
           select ctid from log_record where at < now() - interval '30 days' limit rows_max))
  returning log_offset
$$;
create function prune_members(rows_max integer) returns setof uuid
language sql security definer set search_path = public, pg_temp as $$
  delete from group_member
   where ctid = any (array(
           select ctid from group_member where seen_at < now() - interval '1 minute' limit rows_max))
  returning member_id
$$;
drop policy prune on log_record;

create or replace function grant_to_app(app name) returns void language plpgsql as $$
begin
  execute format('grant usage on schema public to %I', app);
  execute format('revoke all on all tables in schema public from %I', app);
  execute format('grant select on all tables in schema public to %I', app);
  execute format('grant insert on log_record, group_offset, group_member to %I', app);
  execute format('grant update (next_offset) on log_partition, group_offset to %I', app);
  execute format('grant update (seen_at) on group_member to %I', app);
end $$;
