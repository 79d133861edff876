import { openLog } from '@entrada/platform/telemetry/log';
import { eventually } from '@entrada/platform/testing/eventually';
import { Registry } from 'prom-client';
import { startAuditEndLog } from './audit-end.job.ts';

test.each([
  [`0:${'0'.repeat(64)}`, 'audit log is empty'],
  [`12:${'ab'.repeat(32)}`, `audit log ends at 12:${'ab'.repeat(32)}`],
])('the end %s is logged as a field and as a message', async (auditEnd, msg) => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = openLog({ service: 'auth', level: 'info', version: '-' }, destination);

  await using _job = startAuditEndLog(
    { getAuditEnd: async () => auditEnd },
    { log, metrics: new Registry() },
  );

  await eventually(() => expect(lines).toHaveLength(1));
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ auditEnd, msg });
});
