/**
 * Leases and results need not survive a crash of the database server, because a delivery without them
 * is sent again under the same id: commits do not wait for the disk. Plans that read whole tables are
 * off: one that was made while the tables were small would be kept while they grow. What is recorded is counted by the
 * same statement; for sessions that do not say so, the database counts.
 */
export const QUEUE_SETTINGS =
  '-c synchronous_commit=off -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c app.counts_hours=on';
