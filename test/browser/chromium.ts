import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import {
  CHROMIUM,
  HEADLESS_CHROMIUM,
  installMissing,
  requireTools,
  Unavailable,
} from '../../packages/launcher/src/provision/tools.ts';

const NAMES = [HEADLESS_CHROMIUM.command, CHROMIUM.command, 'chromium-browser', 'google-chrome'];
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const LAUNCH_WAIT_MAX_MS = 60_000;

/** CHROMIUM_PATH, else a browser on the path, else Debian's package, installed where that is possible. */
async function findChromium(): Promise<string | Unavailable> {
  const found = process.env.CHROMIUM_PATH || onPath();
  if (found) return found;
  await installMissing([CHROMIUM], (sentence) => process.stderr.write(`${sentence}\n`));
  try {
    requireTools([CHROMIUM], 'A page in a browser');
    return onPath() ?? CHROMIUM.command;
  } catch (error) {
    if (error instanceof Unavailable) return error;
    throw error;
  }
}

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

const program = await findChromium();

/**
 * `describe` for tests in a browser. Where none can be had they are skipped, with the reason in their
 * title; with CI=true they fail instead.
 */
export function describeInBrowser(title: string, tests: () => void): void {
  if (program instanceof Unavailable) {
    if (process.env.CI === 'true') throw program;
    process.stderr.write(`SKIPPED: ${title}. ${program.message}\n`);
    describe.skip(`${title} (skipped: ${program.message})`, tests);
    return;
  }
  describe(title, () => {
    afterAll(closeBrowser);
    tests();
  });
}

let launched: Promise<Browser> | undefined;

/** One for all tests of a file: a worker runs one file at a time. */
export function theBrowser(): Promise<Browser> {
  if (program instanceof Unavailable) throw program;
  launched ??= chromium.launch({
    executablePath: program,
    args: FLAGS,
    timeout: LAUNCH_WAIT_MAX_MS,
    // Playwright would end this process at once, before it has removed its folders and servers.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  return launched;
}

/** An open browser would keep the test run from ending. */
async function closeBrowser(): Promise<void> {
  const browser = await launched;
  launched = undefined;
  await browser?.close();
}
