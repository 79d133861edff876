-- Each of the two people signs with the key of their certificate, and the service that acts verifies both signatures:
-- a row of this table alone approves nothing.
alter table approval
  add column asked_signature    jsonb,
  add column approved_signature jsonb;

create or replace function grant_to_app(app name) returns void language plpgsql as $$
begin
  execute format('grant usage on schema public to %I', app);
  execute format('grant select, insert on audit_entry to %I', app);
  execute format('grant select, update on audit_head to %I', app);
  execute format('grant select, insert, update on account to %I', app);
  execute format('grant select, insert, update, delete on session, api_key, throttle to %I', app);
  execute format('grant select, insert, update, delete on two_factor, mail, known_device to %I', app);
  execute format('grant select, insert, delete on recovery_code, mail_token to %I', app);
  execute format('grant select, insert, update, delete on reset_request to %I', app);
  execute format('grant select, insert on approval to %I', app);
  execute format(
    'grant update (status, decided_by, decided_at, rejection, approved_signature, done_by, done_at) on approval to %I', app);
  execute format('grant select on service_migration to %I', app);
end $$;
