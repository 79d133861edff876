import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { touchedSources } from './touched-sources.ts';

const ROOT = join(import.meta.dirname, '../..');
const START = 'scripts/launcher/programs.ts';

function tracked(): string[] {
  return execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file && existsSync(join(ROOT, file)));
}

test('few files touch every test, and every source that a rule names exists', () => {
  const touchAll = tracked().filter((file) => touchedSources(file) === null);
  expect(touchAll.filter((file) => !/package(-lock)?\.json$/.test(file))).toEqual([
    'jest.config.js',
    'scripts/provision/native-test-runner.ts',
    'scripts/provision/servers.ts',
    'scripts/provision/template-databases.ts',
  ]);
  const named = new Set(tracked().flatMap((file) => touchedSources(file) ?? []));
  expect([...named].filter((source) => !existsSync(join(ROOT, source)))).toEqual([]);
});

test('a file that no rule knows touches every test', () => {
  expect(touchedSources('unknown/folder/file.yaml')).toBeNull();
});

test.each([
  ['docs/samples/receiver.py', 'test/docs/samples.test.ts'],
  ['docs/guides/quick-start.md', 'test/docs/samples.test.ts'],
  ['docs/events/schemas/WEBHOOK_TEST.json', 'services/gateway/src/transport/docs.http.ts'],
  ['docs/operations/restore.md', 'test/restore/page.ts'],
  ['packages/pix/test-vectors/brcode-vectors.json', 'packages/pix/src/brcode/br-code.test.ts'],
  ['services/webhooks/test/tls/ca.pem', 'services/webhooks/src/service.ts'],
  ['services/ledger/migrations/0001_ledger.sql', 'services/ledger/src/service.ts'],
  ['test/contract/fuzz-hooks.py', 'test/contract/fuzz.test.ts'],
  ['scripts/start.ts', 'test/launcher/start.test.ts'],
  ['bench/floor/charge.sql', 'bench/bench.test.ts'],
  ['deploy/helm/entrada/values.yaml', 'test/chart/render-chart.ts'],
  ['deploy/helm/entrada/rules/bank.yaml', 'test/drills/drill.test.ts'],
])('a change of %s touches %s, which reads or starts it by its path', (file, source) => {
  expect(touchedSources(file)).toContain(source);
});

test('a program that is started by its path is known by its folder, not by the word test', () => {
  expect(touchedSources('services/webhooks/src/use-cases/send-test.ts')).toContain(START);
  expect(touchedSources('packages/platform/src/latest.ts')).toContain(START);
  expect(touchedSources('services/webhooks/test/feed.test.ts')).toEqual([
    'services/webhooks/test/feed.test.ts',
  ]);
  expect(touchedSources('packages/platform/src/testing/eventually.ts')).not.toContain(START);
});

test.each(['README.md', 'services/auth/README.md', 'docs/ledger.md'])(
  'a change of %s touches no test',
  (file) => {
    expect(touchedSources(file)).toEqual([]);
  },
);
