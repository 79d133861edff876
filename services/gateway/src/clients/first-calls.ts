import { randomUUID } from 'node:crypto';
import type { Ports } from '../ports.ts';

/** Enough for the code on the way to be loaded, and for every replica behind to have a connection. */
const TIMES = 20;

type Needs = Pick<Ports, 'getLinkStatuses'> & {
  readonly port: number;
  /** By which this process knows its own requests. */
  readonly requestId: string;
};

/** What clients would otherwise be the first to do: requests to this process, and a call that finds nothing. */
export async function firstCalls({ getLinkStatuses, port, requestId }: Needs): Promise<void> {
  const headers = { 'x-request-id': requestId };
  for (let made = 0; made < TIMES; made += 1) {
    const reply = await fetch(`http://127.0.0.1:${port}/api/deployment`, { headers });
    await reply.arrayBuffer();
    await getLinkStatuses([randomUUID()]);
  }
}
