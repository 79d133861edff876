import { forTests } from '@entrada/platform/testing/for-tests';
import { sharedSystem } from '../../../test/harness/shared-system.ts';
import { hostileCorpus, SMUGGLING } from './hostile-corpus.ts';
import { postJson, type Reply, send, sendRaw } from './http.ts';
import { visitorsOf } from './visitors.ts';

const CORPUS_MIN = 1_200;
const AT_ONCE = 8;
const GOOD_REQUEST_EVERY = 40;
const LOOK_INSIDE = /\n\s+at |node_modules|\.ts:\d|pg_|syntax error|SELECT|Error:/;

let key: Record<string, string>;
let session: Record<string, string>;
const system = forTests(() => sharedSystem());
beforeAll(async () => {
  key = { authorization: `Bearer ${(await system.newAccount()).key}` };
  session = { cookie: (await visitorsOf(() => system).signUp()).cookie };
});

async function expectGoodRequestWorks(): Promise<void> {
  const { status, text } = await send(system.port, postJson('/api/deposit', { value: 5000 }, key));
  expect({ status, text }).toMatchObject({ status: 201 });
}

/** What is wrong with a reply to a hostile request; nothing, if all is well. */
function problemOf(name: string, { status, text, body }: Reply): string[] {
  const isRefusal = status >= 400 && status < 500 && body?.success === false;
  const isSilent = !LOOK_INSIDE.test(text);
  return isRefusal && isSilent ? [] : [`${name}: ${status} ${text.slice(0, 200)}`];
}

test('every hostile request gets the error envelope, and the next valid request works', async () => {
  const corpus = hostileCorpus({ key, session });
  const problems: string[] = [];
  for (let i = 0; i < corpus.length; i += AT_ONCE) {
    const some = corpus.slice(i, i + AT_ONCE);
    const found = await Promise.all(
      some.map(async ({ name, sent }) =>
        problemOf(name, await send(system.port, sent).catch((error) => broken(error))),
      ),
    );
    problems.push(...found.flat());
    if (i % GOOD_REQUEST_EVERY === 0) await expectGoodRequestWorks();
  }
  process.stderr.write(`hostile requests: ${corpus.length} and ${SMUGGLING.length} raw ones\n`);
  expect(problems).toEqual([]);
  expect(corpus.length).toBeGreaterThanOrEqual(CORPUS_MIN);
  expect(system.runtime.logged.filter((line) => line.includes('request failed'))).toEqual([]);
}, 300_000);

/** A reply that breaks the contract is a problem like any other. */
function broken(error: Error): Reply {
  return { status: 0, headers: {}, bytes: Buffer.alloc(0), text: error.message, body: undefined };
}

test.each(SMUGGLING.map((bytes) => [JSON.stringify(bytes).slice(0, 100), bytes]))(
  'no request is smuggled in by %s',
  async (_shown, bytes) => {
    const reply = await sendRaw(system.port, bytes);
    const [head = ''] = reply.split('\r\n');
    expect(head).toMatch(/^HTTP\/1.1 (4\d\d|100) /);
    // One answer for one request: nothing behind it was taken for another.
    const statusLines = reply.match(/HTTP\/1\.1 [45]\d\d /g) ?? [];
    expect(statusLines).toHaveLength(1);
    expect(reply).toMatch(/"success":false/);
    await expectGoodRequestWorks();
  },
);
