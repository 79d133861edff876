-- Before migration 0008 the event about a booking was only in the outbox, and the version before still
-- writes bookings without it while it runs. As packages/platform/src/events/event-id.ts makes the ids.
create function event_id_of(kind text, subject text) returns uuid language sql immutable strict parallel safe as $$
  select (substr(case when subject ~ '^[0-9a-f]{24}$' then subject else hex end, 1, 8) || '-' || substr(hex, 9, 4)
          || '-8' || substr(hex, 14, 3) || '-a' || substr(hex, 18, 3) || '-' || substr(hex, 21, 12))::uuid
    from (select encode(sha256(convert_to(kind || ':' || subject, 'UTF8')), 'hex') as hex) as digest
$$;

-- The event id of a booking, for the kinds that had events then; null for other kinds.
create function announced_event_id(kind text, charge_id text, reference text) returns uuid
  language sql immutable parallel safe as $$
  select case kind
           when 'DEPOSIT' then event_id_of('deposit-credited', charge_id)
           when 'SUSPENSE' then event_id_of('payment-suspended', reference)
           when 'REFUND_SETTLE' then event_id_of('refund-posted', reference)
           when 'REFUND_RELEASE' then event_id_of('refund-released', reference)
         end
$$;

-- What is older than the outbox cannot be found there.
alter table ledger_transaction disable trigger transaction_is_append_only;
update ledger_transaction as t
   set event = outbox.value
  from outbox
 where t.event is null
   and t.created_at >= (select min(created_at) - interval '1 hour' from outbox)
   and outbox.event_id = announced_event_id(t.kind, t.charge_id, t.reference);
alter table ledger_transaction enable trigger transaction_is_append_only;
