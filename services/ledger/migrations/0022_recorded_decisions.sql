-- The line of a decision for the audit log, until it is there. It is written with the decision, so the log tells what was
-- decided and not what somebody intended, and a crash loses no line.
alter table suspended_payment add column audit_line jsonb;

create index suspended_payment_unrecorded on suspended_payment (exception_id) where audit_line is not null;
