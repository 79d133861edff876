import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forTests } from '@entrada/platform/testing/for-tests';
import { canonicalJson } from '@entrada/platform/text/canonical-json';
import { Client } from 'pg';
import { runCommand } from '../../../operator/test/run-operator.ts';
import { AUDIT_KEY, runAuth } from '../../../test/harness/run-auth.ts';
import { auditArchive } from '../src/store/audit-store.ts';
import { withinPool, withinTransaction } from '../src/store/within.ts';
import { verifyAudit } from '../src/use-cases/audit.ts';

const LINES = 5;

const auth = forTests(() => runAuth());
beforeAll(async () => {
  await using other = await auth.startAnother();
  const write = (n: number) =>
    (n % 2 === 0 ? auth : other).rpc.recordAudit({
      actor: 'operator:ana',
      action: 'suspense.credited',
      subject: `suspense:${n}`,
      detail: '{"b":[1,{"z":null,"a":"ç"}],"a":1.50}',
    });
  await Promise.all(Array.from({ length: LINES }, (_, n) => write(n)));
});

/** What the command says, and its exit code. */
async function command(...args: string[]): Promise<{ said: string; code: number }> {
  const env = { AUTH_ADDRESS: auth.service.address };
  const { stdout, stderr, code } = await runCommand(env, 'audit-log', 'verify', ...args);
  return { said: `${stdout}${stderr}`.trim(), code };
}

/** The proof of a log that somebody with power over the database has changed. */
async function provenAfter(statement: string) {
  const client = await auth.db.connect();
  try {
    await client.query(`begin;
      alter table audit_entry disable trigger all;
      alter table audit_head disable trigger all;
      ${statement}`);
    const archive = auditArchive(withinTransaction(client));
    const auditKeys = [Buffer.from(AUDIT_KEY, 'base64')];
    return await verifyAudit({ archive, auditKeys })([]);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('the command verifies what several replicas wrote at once, and accepts the end that it printed', async () => {
  const { said, code } = await command();
  expect(said).toMatch(/^Intact: 5 lines. The end is 5:[0-9a-f]{64}$/);
  expect(code).toBe(0);
  expect(await command('--expect', said.split(' ').at(-1) ?? '')).toEqual({ said, code });
});

test('the command exits with an error and names the broken link', async () => {
  expect(await command('--expect', `2:${'0'.repeat(64)}`)).toEqual({
    said: 'BROKEN: line 2 differs from the one that was recorded elsewhere. Intact up to line 1.',
    code: 1,
  });
  expect(await command('--expect', 'malformed')).toMatchObject({ code: 2 });
});

test('the command stores the verified end in a file, and checks the log against it next time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'audit-'));
  const file = join(folder, 'end');
  try {
    const first = await command('--end-file', file);
    expect(`${first.said}\n`).toContain(await readFile(file, 'utf8'));
    expect(await command('--end-file', file)).toEqual(first);
    await writeFile(file, `9:${'0'.repeat(64)}\n`);
    expect(await command('--end-file', file)).toEqual({
      said: 'BROKEN: line 9, which was recorded elsewhere, is missing. Intact up to line 5.',
      code: 1,
    });
    await writeFile(file, 'malformed');
    expect(await command('--end-file', file)).toMatchObject({ code: 2 });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.each([
  [
    'changed',
    `update audit_entry set detail = '{}' where seq = 3`,
    'line 3 was forged, or changed after it was written',
  ],
  [
    'moved in time',
    `update audit_entry set at = now() where seq = 3`,
    'line 3 was forged, or changed after it was written',
  ],
  ...['actor', 'action', 'account_id'].map((column): [string, string, string] => [
    `given another ${column}`,
    `update audit_entry set ${column} = 'operator:eve' where seq = 3`,
    'line 3 was forged, or changed after it was written',
  ]),
  ['removed', `delete from audit_entry where seq = 3`, 'line 3 is missing: after 2 comes 4'],
  [
    'removed at the start',
    `delete from audit_entry where seq = 1`,
    'line 1 is missing: after 0 comes 2',
  ],
  ['removed at the end', `delete from audit_entry where seq > 4`, 'line 5 is missing'],
  [
    'put anew',
    `update audit_entry set hash = sha256('x') where seq = 3`,
    'line 3 was forged, or changed after it was written',
  ],
  [
    'cut from its past',
    `update audit_entry set prev_hash = sha256('x') where seq = 3`,
    'line 3 does not follow line 2',
  ],
  [
    'swapped with the next',
    `update audit_entry set seq = -seq where seq in (3, 4);
     update audit_entry set seq = seq + 7 where seq < 0`,
    'line 3 does not follow line 2',
  ],
  [
    'swapped with the next in what it says',
    `update audit_entry as line
        set subject = (select subject from audit_entry where seq = 7 - line.seq)
      where seq in (3, 4)`,
    'line 3 was forged, or changed after it was written',
  ],
  [
    'slipped in after the end',
    `insert into audit_entry
     select 6, at, actor, action, subject, account_id, detail, hash, sha256('x')
       from audit_entry where seq = 5`,
    'line 6 is after the stored end',
  ],
  [
    'forgotten by the head',
    `update audit_head set hash = sha256('x')`,
    'line 5 is not the stored end',
  ],
])('a line that was %s is named', async (_what, statement, problem) => {
  expect((await provenAfter(statement)).broken).toBe(problem);
});

test("a line that somebody with auth's role appends to the chain is found: the role has no key", async () => {
  await using another = await runAuth();
  const head = await auditArchive(withinPool(another.db)).head();
  const at = new Date();
  const line = {
    seq: head.seq + 1,
    at: at.toISOString(),
    actor: 'operator:bruno',
    action: 'approval.approved',
    subject: 'approval:1',
    accountId: '',
    detail: '{}',
    prevHash: head.hash.toString('hex'),
  };
  const hash = createHash('sha256').update(canonicalJson(line)).digest();
  const { seq, actor, action, subject, accountId, detail } = line;
  const role = new Client({ connectionString: another.appUrl });
  await role.connect();
  try {
    await role.query('insert into audit_entry values ($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
      ...[seq, at, actor, action, subject, accountId, detail, head.hash, hash],
    ]);
    await role.query('update audit_head set seq = $1, hash = $2', [seq, hash]);
  } finally {
    await role.end();
  }
  await another.rpc.recordAudit({ actor, action: 'suspense.credited', subject: 'suspense:1' });

  const env = { AUTH_ADDRESS: another.service.address };
  expect(await runCommand(env, 'audit-log', 'verify')).toMatchObject({
    code: 1,
    stdout: 'BROKEN: line 1 was forged, or changed after it was written. Intact up to line 0.\n',
  });
});

test('lines under the key before stay proven', async () => {
  const next = { AUTH_AUDIT_KEY: Buffer.alloc(32, 'next').toString('base64') };
  await using rotated = await auth.startAnother({ ...next, AUTH_AUDIT_KEY_PREVIOUS: AUDIT_KEY });
  await using forgetful = await auth.startAnother(next);
  const verify = async ({ address }: { address: string }) =>
    (await runCommand({ AUTH_ADDRESS: address }, 'audit-log', 'verify')).stdout;
  expect(await verify(rotated)).toMatch(/^Intact: 5 lines/);
  expect(await verify(forgetful)).toMatch(/^BROKEN: line 1 was forged/);
});
