/** What every test stands on, though none imports it. */
const TOUCHES_ALL =
  /(^|\/)package(-lock)?\.json$|^jest\.config\.js$|^scripts\/provision\/(native-test-runner|template-databases|servers)\.ts$/;

const RECEIVER_CHECK = 'packages/receiver-check/test/receiver-check.test.ts';
const NPM_SCRIPTS = 'test/launcher/npm-scripts.test.ts';
const START = 'test/launcher/start.test.ts';
const PLATFORM_TEST = 'packages/platform/test';

/**
 * Files that are read, or started as a program, by their path and not by an import, and who does so.
 * Every row that fits counts.
 */
const BY_PATH: readonly (readonly [RegExp, ...string[]])[] = [
  [
    /^(services|sandbox|proto|packages\/(contracts|pix|platform))\/(?!.*(\/test(ing)?\/|\.test\.ts$))/,
    'scripts/launcher/programs.ts',
  ],
  [/^proto\//, 'packages/contracts/src/services.ts'],
  [/^packages\/platform\/migrations\//, 'packages/platform/src/db/migrate.ts'],
  [/^packages\/platform\/test\/runtime\//, `${PLATFORM_TEST}/runtime/run.test.ts`],
  [
    /^packages\/platform\/test\/telemetry\//,
    `${PLATFORM_TEST}/telemetry/log.test.ts`,
    `${PLATFORM_TEST}/telemetry/collector.ts`,
  ],
  [
    /^packages\/platform\/test\/events\/\w+-consumer\.ts$/,
    `${PLATFORM_TEST}/events/describe-groups.ts`,
  ],
  [/^packages\/pix\/test-vectors\//, 'packages/pix/src/brcode/br-code.test.ts'],
  [/^packages\/(receiver-check|cli\/src|command-line)\//, RECEIVER_CHECK],
  [/^packages\/(cli|command-line|client)\/src\//, 'packages/cli/test/program.test.ts'],
  [/^packages\/design\/.*\.css$/, 'services/gateway/src/service.ts'],
  // Built, then served by the gateway and opened in a browser.
  [
    /^(web\/dashboard|packages\/client\/src)\//,
    'services/gateway/test/dashboard.test.ts',
    'test/browser/open-page.ts',
  ],
  [
    /^packages\/((client|cli|command-line|receiver-check)\/src\/|client\/(tsconfig\.build\.json$|test\/consumer))|^scripts\/packages-build/,
    'packages/client/test/package.test.ts',
  ],
  [/^packages\/operator\/src\//, NPM_SCRIPTS],
  [/^packages\/operator\/test\/.*\.jsonl$/, 'packages/operator/test/usage.test.ts'],
  [/^scripts\/([^/]+|(guards|structure|words)\/.*)$/, NPM_SCRIPTS],
  [/^scripts\/([^/]+\.ts|(launcher|provision|client)\/.*)$/, START],
  [/^scripts\/provision\/schemathesis/, 'scripts/provision/schemathesis.ts'],
  [/^scripts\/provision\/openapi-python-client/, 'scripts/provision/client-generators.ts'],
  [/^(bench\/|scripts\/bench\.ts$)/, 'bench/bench.test.ts'],
  [/^test\/contract\/(typescript|python|go)\//, 'test/contract/generated-clients.test.ts'],
  [/^test\/contract\/(fuzz|schemathesis)/, 'test/contract/fuzz.test.ts'],
  [/^(Dockerfile|scripts\/image\/.*)$/, 'scripts/launcher/test/programs.test.ts'],
  [
    /^docs\/events\//,
    'services/gateway/src/transport/docs.http.ts',
    'services/webhooks/test/event-bodies.test.ts',
  ],
  [
    /^(docs\/(README\.md|guides|samples|api|events|receipts\.md)|CHANGELOG\.md|packages\/client\/README\.md)/,
    'services/gateway/src/transport/docs/contents.ts',
    'test/docs/samples.test.ts',
  ],
  [/^docs\/operations\/restore\.md$/, 'test/restore/page.ts'],
  [/^docs\/operations\/incidents\.md$/, 'test/drills/guide.ts'],
  [/^deploy\/helm\//, 'test/chart/render-chart.ts', 'test/rules/alerts.test.ts'],
  [/^deploy\/helm\/entrada\/(rules|dashboards)\//, 'test/drills/drill.test.ts'],
  [/^deploy\/prometheus\//, 'test/drills/prometheus.ts'],
  [/^test\/chart\/values\//, 'test/chart/render-chart.ts'],
  [/^compose\.yaml$/, 'test/chart/compose.test.ts'],
];

/** Documents that are not served, and what only checks and tools read. */
const READ_BY_NO_TEST =
  /^(?!docs\/|CHANGELOG|packages\/client\/README).*\.md$|^\.|^(LICENSE|(buf|redocly)\.yaml|(biome|knip|tsconfig)\.json)$/;

/** The sources whose tests a change of a file touches; null: it touches every test, or no rule knows it. */
export function touchedSources(file: string): string[] | null {
  if (TOUCHES_ALL.test(file)) return null;
  if (READ_BY_NO_TEST.test(file)) return [];
  const readers = BY_PATH.filter(([path]) => path.test(file)).flatMap(([, ...sources]) => sources);
  if (file.endsWith('.ts')) return [file, ...readers];
  const [group, name] = file.split('/');
  if (group === 'services' || group === 'sandbox') readers.push(`${group}/${name}/src/service.ts`);
  return readers.length > 0 || file.startsWith('docs/') ? readers : null;
}
