-- A part of the bank's list that cannot be read is kept like a payment that is unclear: asked for again on
-- a schedule of its own, and kept until it was read or an operator dismissed it. Both ends are included.
alter table unclear_payment add column window_from timestamptz;
alter table unclear_payment add column window_to timestamptz;
-- An operator decided that it is not asked about again.
alter table unclear_payment add column dismissed boolean not null default false;

alter table unclear_payment drop constraint unclear_payment_check1;
alter table unclear_payment add check (end_to_end_id is not null or window_from is not null or next_attempt_at is null);
alter table unclear_payment add check ((window_from is null) = (window_to is null) and window_from < window_to);

create index unclear_payment_window on unclear_payment (window_to) where window_from is not null;
