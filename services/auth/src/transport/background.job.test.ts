import { openLog } from '@entrada/platform/telemetry/log';
import { eventually } from '@entrada/platform/testing/eventually';
import { Registry } from 'prom-client';
import type { AuditHead } from '../domain/audit-chain.ts';
import { startAuditEndLog } from './background.job.ts';

test.each([
  [{ seq: 0, hash: Buffer.alloc(32) }, `0:${'0'.repeat(64)}`, 'audit log is empty'],
  [
    { seq: 12, hash: Buffer.alloc(32, 0xab) },
    `12:${'ab'.repeat(32)}`,
    `audit log ends at 12:${'ab'.repeat(32)}`,
  ],
])('the end %j is logged as a field and as a message', async (head, auditEnd, msg) => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = openLog({ service: 'auth', level: 'info', version: '-' }, destination);
  const seen: AuditHead[] = [];
  const options = { kept: null, observe: (end: AuditHead) => void seen.push(end) };

  const getAuditEnd = async () => ({ head, isCut: false });
  await using _job = startAuditEndLog({ getAuditEnd }, options, { log, metrics: new Registry() });

  await eventually(() => expect(lines).toHaveLength(1));
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ auditEnd, msg });
  expect(seen).toEqual([head]);
});
