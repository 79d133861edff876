import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { runCommand } from '../../../operator/test/run-operator.ts';
import { runAuth } from '../../../test/harness/run-auth.ts';

const auth = forTests(() => runAuth());
let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-head-'));
  file = join(folder, 'heads');
  for (let n = 1; n <= 4; n += 1) {
    await auth.rpc.recordAudit({
      actor: 'operator:ana',
      action: 'suspense.credited',
      subject: `suspense:${n}`,
    });
  }
});
afterAll(() => rm(folder, { recursive: true }));

const verify = () =>
  runCommand({ AUTH_ADDRESS: auth.service.address }, 'audit-log', 'verify', '--head', file);

/** As somebody with power over the database would, so that the log is whole in itself. */
const CUT = `
  begin;
  alter table audit_entry disable trigger all;
  alter table audit_head disable trigger all;
  delete from audit_entry where seq > 2;
  update audit_head set (seq, hash) = (select seq, hash from audit_entry where seq = 2);
  alter table audit_entry enable trigger all;
  alter table audit_head enable trigger all;
  commit`;

test('an audit log that is cut short is whole in itself, and is noticed by its end outside the database', async () => {
  const env = { AUDIT_HEAD_FILE: file };
  {
    await using replica = await auth.startAnother(env);
    await eventually(async () =>
      expect(await readFile(file, 'utf8')).toMatch(/^4:[0-9a-f]{64}\n$/),
    );
    const metrics = await replica.runtime.metrics.metrics();
    expect(metrics).toMatch(/^audit_log_head_sequence(\{.*\})? 4$/m);
    expect(metrics).toMatch(/^audit_log_head_hash(\{.*\})? [1-9]\d*$/m);
    expect(metrics).toMatch(/^audit_log_cut(\{.*\})? 0$/m);
    const noted = replica.runtime.logged.find((line) => line.includes('audit log ends at 4:'));
    expect(JSON.parse(noted ?? '{}').auditEnd).toMatch(/^4:[0-9a-f]{64}$/);
    expect(await verify()).toMatchObject({ code: 0 });
  }
  const end = await readFile(file, 'utf8');
  await auth.db.query(CUT);
  const plain = await runCommand({ AUTH_ADDRESS: auth.service.address }, 'audit-log', 'verify');
  expect(plain).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Intact: 2 lines/) });

  expect(await verify()).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('line 4, which was recorded elsewhere, is missing'),
  });
  await using replica = await auth.startAnother(env);
  await eventually(() =>
    expect(replica.runtime.logged.join('')).toContain('cut short or rewritten'),
  );
  expect(await replica.runtime.metrics.metrics()).toMatch(/^audit_log_cut(\{.*\})? 1$/m);
  expect(await readFile(file, 'utf8')).toBe(end);
});
