-- Approvals of operators' decisions that were carried out here; each is used once, in the transaction of its effect.
create table used_approval (
  id      uuid primary key,
  used_at timestamptz not null default now()
);
