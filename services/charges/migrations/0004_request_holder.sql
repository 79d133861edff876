-- Which process is at work on a request. It holds an advisory lock of this number for as long as it
-- lives, so that a request of one that died can be gone on with at once.
alter table create_request add column holder bigint;
