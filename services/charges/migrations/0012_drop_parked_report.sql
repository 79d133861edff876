-- Migration 0006 took its rows over into unclear_payment, and nothing has read or written it since.
drop table parked_report;
