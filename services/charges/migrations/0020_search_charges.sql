-- One index for two questions, whatever the collation of the database: which charge has an external id, and which
-- have one that begins so. The operators of prefixes are leakproof, which `like` is not: row-level security lets
-- only those use an index.
create unique index charge_external_id_and_prefix on charge (account_id, external_id text_pattern_ops)
  where external_id is not null;
drop index charge_external_id;
alter index charge_external_id_and_prefix rename to charge_external_id;
