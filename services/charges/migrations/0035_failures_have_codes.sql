-- The trigger of 0034 sets the codes of earlier failures, outside of the transaction that locks the whole table.
update refund set failure_code = null where failure is not null and failure_code is null;
