import { processEnv } from '../config/common-settings.ts';

const SKIP_VARIABLES = {
  postgres: 'SKIP_POSTGRES',
  kafka: 'SKIP_KAFKA',
  redis: 'SKIP_REDIS',
} as const;

export type ServerKind = keyof typeof SKIP_VARIABLES;

/**
 * `describe` for tests that need a server which not every machine can run. Where it is missing they
 * are skipped, with the reason in their title; `npm test` repeats the reason at the end.
 */
export function describeNeeding(
  servers: readonly ServerKind[],
  title: string,
  tests: () => void,
): void {
  const reason = servers.map((server) => processEnv()[SKIP_VARIABLES[server]]).find(Boolean);
  if (!reason) {
    describe(title, tests);
    return;
  }
  process.stderr.write(`SKIPPED: ${title}. ${reason}\n`);
  describe.skip(`${title} (skipped: ${reason})`, tests);
}
