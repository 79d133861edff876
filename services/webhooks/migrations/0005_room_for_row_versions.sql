-- A delivery is written three times: planned, claimed, finished. With all three in one page the claim
-- changes no index, also while an open snapshot (a backup) keeps every version of every row.
alter table delivery set (fillfactor = 35);
