-- The replay that has waited longest is continued. One whose batch failed waits anew, behind the others.
alter table replay add column waits_since timestamptz not null default now();
