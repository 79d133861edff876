-- What payers see; null: the account's name.
alter table account add column display_name text check (length(display_name) between 1 and 100);
