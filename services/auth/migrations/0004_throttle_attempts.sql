alter table throttle rename column tries to attempts;
