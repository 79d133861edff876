-- Who paid, also where a payment completes no charge: the document is masked before it comes here.
alter table payment
  add column payer_name     text,
  add column payer_document text;

-- Not valid: there are no documents yet, and a validation would read the whole table under its lock.
alter table payment
  add constraint payment_payer_document_is_masked check (payer_document like '%*%') not valid;
