-- A wide sweep every minute, for a bank whose clock is behind ours, and a slow one over the last days.
insert into job (name) values ('recent-sweep'), ('late-sweep');
