-- Returns that the bank makes by itself stand beside the refunds that the receiver asks for.
alter table refund
  add column origin text not null default 'RECEIVER' check (origin in ('RECEIVER', 'BANK')),
  add column nature text not null default 'ORIGINAL'
    check (nature in ('ORIGINAL', 'RETIRADA', 'MED_OPERACIONAL', 'MED_FRAUDE', 'MED_PIX_AUTOMATICO'));
