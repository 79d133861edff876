-- Who may append to a topic, and who may move the position of a consumer group: one role each. The migration job fills
-- it. A login of another name has the right as a member of the role.
create table log_right (
  kind text not null check (kind in ('topic', 'group')),
  name text not null,
  role name not null,
  primary key (kind, name)
);

-- The names for which the caller has the right.
create function rights_of_caller(wanted text) returns setof text language sql stable as $$
  select name from log_right join pg_roles on rolname = role
   where kind = wanted and pg_has_role(oid, 'usage')
$$;

alter table log_record enable row level security;
create policy read on log_record for select using (true);
create policy append on log_record for insert
  with check (topic in (select rights_of_caller('topic')));
-- Consumers remove what is old. Nobody removes or changes a record that may still be read.
create policy prune on log_record for delete using (at < now() - interval '30 days');

alter table log_partition enable row level security;
create policy read on log_partition for select using (true);
create policy append on log_partition for update
  using (topic in (select rights_of_caller('topic')));

-- A group that nobody has the right to is free: those of the services are in log_right.
alter table group_offset enable row level security;
create policy read on group_offset for select using (true);
create policy start on group_offset for insert
  with check (consumer_group in (select rights_of_caller('group'))
           or consumer_group not in (select name from log_right where kind = 'group'));
create policy move on group_offset for update
  using (consumer_group in (select rights_of_caller('group'))
      or consumer_group not in (select name from log_right where kind = 'group'));

-- Called by every migration run, for the role whose members services connect as: see platform/src/db/roles.ts.
create function grant_to_app(app name) returns void language plpgsql as $$
begin
  execute format('grant usage on schema public to %I', app);
  execute format('revoke all on all tables in schema public from %I', app);
  execute format('grant select on all tables in schema public to %I', app);
  execute format('grant insert, delete on log_record to %I', app);
  execute format('grant update (next_offset) on log_partition to %I', app);
  execute format('grant insert, update on group_offset to %I', app);
  execute format('grant insert, update, delete on group_member to %I', app);
end $$;
