/** What `helm test` runs in a pod: one deposit with play money through a release that has the sandbox bank. */
import { processEnv } from '@entrada/platform/config/common-settings';
import { ConfigError, readConfig, text } from '@entrada/platform/config/settings';
import { checkDeposit } from './check-deposit.ts';

const EXIT_CONFIG = 78;
const settings = {
  baseUrl: text('BASE_URL', 'where this program reaches the gateway'),
  receiverUrl: text('RECEIVER_URL', 'where webhooks reach this program, with a port'),
};

const begun = performance.now();
const say = (sentence: string) =>
  process.stdout.write(`${((performance.now() - begun) / 1_000).toFixed(1)} s  ${sentence}\n`);

try {
  await checkDeposit(readConfig(processEnv(), settings), say);
} catch (error) {
  process.stderr.write(`The deposit failed: ${(error as Error).message}\n`);
  process.exitCode = error instanceof ConfigError ? EXIT_CONFIG : 1;
}
