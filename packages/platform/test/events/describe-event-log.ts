import { describeForgery } from './describe-forgery.ts';
import { describeGroups } from './describe-groups.ts';
import { describeOrder } from './describe-order.ts';
import { describeOutages } from './describe-outages.ts';
import { describeStopping } from './describe-stopping.ts';
import type { LogServer } from './log-server.ts';

/** What services trust of an event log, whichever server is behind it. */
export function describeEventLog(start: () => Promise<LogServer>): void {
  let server: LogServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server?.[Symbol.asyncDispose]());

  describe('order', () => describeOrder(() => server));
  describe('forgery', () => describeForgery(() => server));
  describe('groups', () => describeGroups(() => server));
  describe('stopping', () => describeStopping(() => server));
  describe('outages', () => describeOutages(() => server));
}
