-- The parts that a version changes; what it does not name stays as it is when the version takes effect, so
-- that a scheduled version undoes no change that was made after it was set. Null: all of them.
alter table account_terms add column changes text[];
