/** npm run screenshots: photographs the dashboard and the payment page on a system of its own. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildDashboard } from '../../packages/launcher/src/build/dashboard.ts';
import { readCommandLine } from '../../packages/launcher/src/command-line.ts';
import { exitCodeOf, interruptedBySignal } from '../../packages/launcher/src/interruption.ts';
import { newSecrets } from '../../packages/launcher/src/programs.ts';
import { provideCertificates } from '../../packages/launcher/src/provision/certificates.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../packages/launcher/src/provision/embedded-postgres.ts';
import { choosePorts, type System, startSystem } from '../../packages/launcher/src/system.ts';
import { openShop } from './shop.ts';

const ABOUT = `Writes docs/images, which the README shows: it runs Postgres, the services and a sandbox bank on free ports and
a temporary folder, sells for a week, and photographs the pages in Chromium.`;
const IMAGES = join(import.meta.dirname, '../../docs/images');
/** As for `npm start`. */
const MAX_CONNECTIONS = '200';

async function main(allFolder: string | undefined, stop: AbortSignal): Promise<void> {
  // Not before --help: it looks for a browser, and may install one.
  const { closeBrowser, photographAll, photographForReadme } = await import('./photograph.ts');
  await using running = new AsyncDisposableStack();
  running.defer(closeBrowser);
  // Whatever is being photographed then fails, and everything is released.
  stop.addEventListener('abort', () => void closeBrowser());
  const dataFolder = mkdtempSync(join(tmpdir(), 'entrada-screenshots-'));
  // At the very end: after Ctrl-C there may be no time to stop everything in order.
  process.once('exit', () =>
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 4, retryDelay: 50 }),
  );
  await buildDashboard(say);
  say('Starting the system...');
  const settings = { max_connections: MAX_CONNECTIONS };
  const certificates = running.use(await provideCertificates());
  const postgres = running.use(await startEmbeddedPostgres({ dataFolder, settings, signal: stop }));
  // It would still write into the folder that is removed.
  stop.addEventListener('abort', () => void postgres.kill());
  const system = running.use(await start(postgres, certificates.folder, stop));
  say('Selling for a week...');
  const shop = await openShop(system, { urlOf: (name) => postgres.url(name) });
  stop.throwIfAborted();
  mkdirSync(IMAGES, { recursive: true });
  const written = await photographForReadme(system.baseUrl, shop, IMAGES);
  if (allFolder) {
    mkdirSync(allFolder, { recursive: true });
    written.push(...(await photographAll(system.baseUrl, shop, allFolder)));
  }
  for (const file of written) say(file);
}

async function start(
  postgres: EmbeddedPostgres,
  certificates: string,
  stop: AbortSignal,
): Promise<System> {
  return startSystem(
    {
      databaseUrl: (name) => postgres.url(name),
      secrets: newSecrets(),
      certificates,
      ports: await choosePorts(),
      logLevel: 'error',
    },
    {
      adminUrl: postgres.adminUrl,
      signal: stop,
      say: () => {},
      line: (name, line) => process.stderr.write(`${name}: ${line}\n`),
      fell: (name, how) => say(`${name} ended (${how})`),
    },
  );
}

function say(line: string): void {
  console.log(line);
}

const options = readCommandLine('npm run screenshots', ABOUT, (command) =>
  command.option('--all <folder>', 'also write every page in each language, theme and width there'),
);
const stop = interruptedBySignal(() => say('stopping'));
try {
  await main(options.all, stop);
} catch (error) {
  if (stop.aborted) process.exit(exitCodeOf(stop.reason));
  console.error(error);
  process.exitCode = 1;
}
