-- Accounts see ids of rows encoded with this key: numbers that all accounts share would show how many rows
-- there are. It is stored with the rows, so that ids stay the same after a restore and when secrets are replaced.
create table public_id_key (
  is_only boolean primary key default true check (is_only),
  key     bytea not null check (octet_length(key) = 32)
);

insert into public_id_key (key)
select sha256(decode(replace(gen_random_uuid()::text || gen_random_uuid(), '-', ''), 'hex'));

-- Nobody but the two roles of this service can open its database.
grant select on public_id_key to public;
