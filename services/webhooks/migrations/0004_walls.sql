-- Row-level security between accounts: a transaction that is for one account sees nothing of another's.
-- A session that works for no account in particular, such as a sender, sets none and sees everything; so does
-- the version before.
create function in_scope(owner uuid) returns boolean language sql stable parallel safe as $$
  select coalesce(current_setting('app.account_id', true), '') in ('', '*')
         or current_setting('app.account_id', true) = owner::text
$$;

alter table endpoint enable row level security;
create policy endpoint_in_scope on endpoint using (in_scope(account_id));

alter table webhook_event enable row level security;
create policy webhook_event_in_scope on webhook_event using (in_scope(account_id));

alter table feed enable row level security;
create policy feed_in_scope on feed using (in_scope(account_id));
