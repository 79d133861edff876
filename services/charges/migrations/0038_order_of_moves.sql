-- Two moves of a charge may have the same time.
alter table charge_move add column id bigint generated always as identity;
