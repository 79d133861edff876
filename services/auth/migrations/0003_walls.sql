-- Row-level security between accounts: the service's role sees the rows of the account that its
-- transaction is for, or all of them when it says so ('*'), and none when it says nothing. The owner
-- is not bound: that is who the version before works as, which says nothing.
create function in_scope(owner text) returns boolean language sql stable parallel safe as $$
  select current_setting('app.account_id', true) in ('*', owner)
$$;

alter table account enable row level security;
create policy account_in_scope on account using (in_scope(id::text));

alter table session enable row level security;
create policy session_in_scope on session using (in_scope(account_id::text));

alter table api_key enable row level security;
create policy api_key_in_scope on api_key using (in_scope(account_id::text));

-- Lines about every account may be added; each account could read only its own.
alter table audit_entry enable row level security;
create policy audit_entry_in_scope on audit_entry for select using (in_scope(account_id));
create policy audit_entry_is_added on audit_entry for insert with check (true);

-- What the service itself may do, where it has a role apart from the one that migrates: the audit
-- log can be added to and never changed.
create function grant_to_app(app name) returns void language plpgsql as $$
begin
  execute format('grant usage on schema public to %I', app);
  execute format('grant select, insert on audit_entry to %I', app);
  execute format('grant select, update on audit_head to %I', app);
  execute format('grant select, insert, update on account to %I', app);
  execute format('grant select, insert, update, delete on session, api_key, throttle to %I', app);
  execute format('grant select on service_migration to %I', app);
end $$;
