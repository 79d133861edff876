/**
 * Leases and results need not survive a crash of the database server: without them a delivery is
 * made again with the same id. So these connections do not wait for its disk. What they look for
 * they find by key, row by row: a plan that reads whole tables, made while those were small, would
 * be kept while they grow.
 */
export const QUEUE_SETTINGS =
  '-c synchronous_commit=off -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off';
