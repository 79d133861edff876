alter table payment_return rename column nature to natureza;
