-- The name by which every migration run finds it: see platform/src/db/roles.ts.
alter function grant_to_ledger_app(name) rename to grant_to_app;
