-- What is held for refunds is the holder's, as what it owes: with a balance after each entry, and in its account.
alter table account add column held_cents bigint not null default 0 check (held_cents >= 0);

alter table entry
  drop constraint entry_holder_check,
  add constraint entry_holder_check
    check ((account in ('available', 'suspense', 'owed', 'refunds')) = (holder_id is not null));
