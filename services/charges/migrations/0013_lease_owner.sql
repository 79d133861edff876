-- The process that holds a lease is its owner; a holder owns money.
alter table job rename column holder to owner;
alter table create_request rename column holder to owner;
