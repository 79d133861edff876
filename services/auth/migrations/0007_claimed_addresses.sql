-- Until it is confirmed, an address is a claim that several accounts may make, so that a sign-up need not
-- say whether it is registered. A version that still runs creates such accounts, too, and finds the oldest.
create index account_by_email on account (email, created_at);
create unique index account_by_confirmed_email on account (email) where email_confirmed_at is not null;
alter table account drop constraint account_email_key;
