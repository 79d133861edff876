-- Mails that were sent here instead of to anybody. Only the latest are kept.
create table mail (
  id          bigint generated always as identity primary key,
  received_at timestamptz not null,
  recipient   text not null,
  subject     text not null,
  body        text not null
);
