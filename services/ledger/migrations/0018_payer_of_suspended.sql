-- Who paid, as far as the bank reports it: the document is masked before it comes here.
alter table suspended_payment
  add column payer_name     text,
  add column payer_document text check (payer_document like '%*%');
