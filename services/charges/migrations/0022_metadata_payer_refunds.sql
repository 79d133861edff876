-- Pairs of texts of the client, and who paid: the document is masked before it comes here.
alter table charge
  -- As text, so that the pairs stay in the order in which they were sent.
  add column metadata       json not null default '{}',
  add column payer_name     text,
  add column payer_document text;

-- Not valid: there are no documents yet, and a validation would read the whole table under its lock.
alter table charge
  add constraint charge_payer_document_is_masked check (payer_document like '%*%') not valid;
