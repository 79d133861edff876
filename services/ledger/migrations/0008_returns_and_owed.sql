-- Money that the bank takes back by itself: what the holder does not have for it is owed. A debt is a
-- negative balance in `entry`, and a positive amount here.
alter table account add column owed_cents bigint not null default 0 check (owed_cents >= 0);
create index account_owing on account (holder_id) where owed_cents > 0;

alter table entry
  drop constraint entry_account_check,
  drop constraint entry_check,
  add constraint entry_account_check
    check (account in ('available', 'suspense', 'owed', 'settlement', 'fees', 'refunds')),
  add constraint entry_holder_check
    check ((account in ('available', 'suspense', 'owed')) = (holder_id is not null));

alter table ledger_transaction
  drop constraint ledger_transaction_kind_check,
  add constraint ledger_transaction_kind_check check (kind in (
    'DEPOSIT', 'SUSPENSE', 'SUSPENSE_CREDIT', 'SUSPENSE_REFUND',
    'REFUND_HOLD', 'REFUND_SETTLE', 'REFUND_RELEASE',
    'BANK_RETURN', 'RETURN_CORRECTION', 'OWED_ADVANCE', 'OWED_REPAYMENT')),
  -- Of a SUSPENSE: why the payment completed no charge.
  add column exception_kind text check (exception_kind in (
    'OVERPAID', 'UNDERPAID', 'DUPLICATE_PAYMENT', 'PAID_AFTER_CANCEL', 'UNKNOWN_TXID')),
  -- The event that was published about it, to be published again under the same id.
  add column event bytea;

alter table ledger_transaction disable trigger transaction_is_append_only;
update ledger_transaction as t
   set exception_kind = s.kind
  from suspended_payment s
 where t.kind = 'SUSPENSE' and t.reference = s.exception_id;
alter table ledger_transaction enable trigger transaction_is_append_only;

-- One payment, one booking. A deposit is in the first key, its surplus in the second, and whatever
-- books a payment whole without completing a charge is in both: it stands beside nothing.
-- domain/payment-bookings.ts has the same as a table.
do $$
declare
  payments text;
  bookings text;
begin
  with whole as (
    select end_to_end_id from ledger_transaction
     where kind = 'DEPOSIT' or (kind = 'SUSPENSE' and exception_kind <> 'OVERPAID')
     group by end_to_end_id having count(*) > 1
  ), suspended as (
    select end_to_end_id from ledger_transaction
     where kind = 'SUSPENSE' group by end_to_end_id having count(*) > 1
  ), twice as (
    select end_to_end_id from whole union select end_to_end_id from suspended
     order by end_to_end_id limit 20
  )
  select string_agg(distinct t.end_to_end_id, ', '),
         string_agg(format('%s: %s %s, transaction %s, booked at %s', t.end_to_end_id, t.kind,
                           coalesce(t.exception_kind, ''), t.id, t.created_at), E'\n'
                    order by t.end_to_end_id, t.created_at)
    into payments, bookings
    from twice join ledger_transaction t on t.end_to_end_id = twice.end_to_end_id
   where t.kind in ('DEPOSIT', 'SUSPENSE');
  if payments is not null then
    raise exception 'Payments are booked twice, so this version cannot take over the books: %. Nothing was changed. Restore this database to a time before the second booking of each, apply the migrations there, and follow docs/operations/restore.md for the ledger: the second booking is then refused.', payments
      using errcode = 'unique_violation', detail = bookings,
            hint = 'The previous version can go on until then. At most 20 payments are named.';
  end if;
end $$;

drop index ledger_transaction_payment;
create unique index ledger_transaction_payment on ledger_transaction (end_to_end_id)
  where kind = 'DEPOSIT' or (kind = 'SUSPENSE' and exception_kind <> 'OVERPAID');
create unique index ledger_transaction_exception on ledger_transaction (end_to_end_id)
  where kind = 'SUSPENSE';
create index ledger_transaction_returns on ledger_transaction (end_to_end_id)
  where kind in ('BANK_RETURN', 'RETURN_CORRECTION');

alter table suspended_payment
  drop constraint suspended_payment_resolution_check,
  add constraint suspended_payment_resolution_check
    check (resolution in ('CREDITED', 'REFUNDING', 'REFUNDED', 'RETURNED')),
  -- What the bank itself has returned of it.
  add column returned_cents bigint not null default 0
    check (returned_cents >= 0 and returned_cents <= amount_cents);
create index suspended_payment_of_payment on suspended_payment (end_to_end_id);
create index suspended_payment_of_holder on suspended_payment (holder_id, suspended_at, exception_id);
