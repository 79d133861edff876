-- Row-level security between accounts: a transaction that is for one account sees nothing of another's.
-- Work for no account in particular, such as a sweep, names none and sees everything; so does the
-- version before.
create function in_scope(owner uuid) returns boolean language sql stable parallel safe as $$
  select coalesce(nullif(current_setting('app.account_id', true), ''), '*') in ('*', owner::text)
$$;

alter table charge enable row level security;
create policy charge_in_scope on charge using (in_scope(account_id));

alter table refund enable row level security;
create policy refund_in_scope on refund using (in_scope(account_id));

alter table create_request enable row level security;
create policy create_request_in_scope on create_request using (in_scope(account_id));

-- The relay prunes the outbox by the age of its rows.
drop index outbox_published;
