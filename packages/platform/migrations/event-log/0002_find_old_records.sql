create index log_record_by_age on log_record using brin (at);
