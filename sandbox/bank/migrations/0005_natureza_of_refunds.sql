alter table refund rename column nature to natureza;
