import { queueEndpoints } from '../src/store/endpoint-queue.ts';

/** A change of deliveries, which puts their endpoints into the queue as the service does. */
export const queued = (change: string): string =>
  `with changed as (${change} returning *), ${queueEndpoints('changed')} select from changed`;

/** The same for all deliveries. */
export const QUEUE_ALL = `with ${queueEndpoints('delivery')} select`;
