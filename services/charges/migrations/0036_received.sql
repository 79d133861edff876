-- The sum of its payments, for the payer's page: also of those that did not complete it.
alter table charge add column received_cents bigint not null default 0 check (received_cents >= 0);
