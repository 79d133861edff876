-- The day on whose limits a refund counts, so that one that fails is taken off again. Null: it was not counted.
alter table refund add column counted_on timestamptz;
