-- A fault of the list can be about some times only: about requests whose window contains any of them.
alter table fault add column window_from timestamptz;
alter table fault add column window_to timestamptz;
