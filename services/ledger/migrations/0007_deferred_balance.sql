-- A transaction must balance when it is committed, however many statements wrote it. Looking at each
-- one at commit would cost a look per credit, so a statement's own rows are summed as before, once a
-- statement, and only transactions that it left unbalanced are looked at again, by a deferred constraint.
create table unbalanced_transaction (transaction_id uuid not null);

create function note_unbalanced_entries() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into unbalanced_transaction
  select transaction_id from written group by transaction_id having sum(amount_cents) <> 0;
  return null;
end $$;

-- Their writer may see one holder's side only; the sum is over all sides.
create function refuse_unbalanced_transaction() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  scope text := coalesce(current_setting('app.account_id', true), '');
begin
  perform set_config('app.account_id', '*', true);
  if (select sum(amount_cents) from entry where transaction_id = new.transaction_id) <> 0 then
    raise exception 'entries of transaction % must sum to zero', new.transaction_id
      using errcode = 'check_violation';
  end if;
  perform set_config('app.account_id', scope, true);
  delete from unbalanced_transaction where transaction_id = new.transaction_id;
  return null;
end $$;

create constraint trigger transaction_balances after insert on unbalanced_transaction
  deferrable initially deferred
  for each row execute function refuse_unbalanced_transaction();

drop trigger entries_balance on entry;
create trigger entries_balance after insert on entry
  referencing new table as written
  for each statement execute function note_unbalanced_entries();
drop function refuse_unbalanced_entries();
