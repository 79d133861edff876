-- Returns of a payment that cannot be read are unclear under an id of their own: the payment may be stored long since.
alter table unclear_payment drop constraint unclear_payment_check;
alter table unclear_payment add check (end_to_end_id is null or id in (end_to_end_id, end_to_end_id || 'R'));
