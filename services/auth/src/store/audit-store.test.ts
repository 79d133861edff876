import { openLog } from '@entrada/platform/telemetry/log';
import { CHAIN_START, linkTo } from '../domain/audit-chain.ts';
import { copyAuditLine } from './audit-store.ts';

test('a copied line has its place in the chain and what was done, but not from where', () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = openLog({ service: 'auth', level: 'info', version: '-' }, destination);
  const line = linkTo(
    CHAIN_START,
    {
      at: new Date('2026-11-15T12:00:00Z'),
      actor: 'account:1',
      action: 'key.rotated',
      subject: 'key:2',
      accountId: '1',
      detail: { ip: '203.0.113.7', userAgent: 'Firefox', replaces: '3' },
    },
    Buffer.alloc(32),
  );

  copyAuditLine(log, line);

  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'audit line appended',
    audit: {
      seq: 1,
      hash: line.hash.toString('hex'),
      prevHash: '0'.repeat(64),
      at: '2026-11-15T12:00:00.000Z',
      actor: 'account:1',
      action: 'key.rotated',
      subject: 'key:2',
      accountId: '1',
      detail: { replaces: '3' },
    },
  });
  expect(lines[0]).not.toContain('203.0.113.7');
  expect(lines[0]).not.toContain('Firefox');
});
