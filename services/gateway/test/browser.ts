import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { processEnv } from '@entrada/platform/config/process-env';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--hide-scrollbars',
  '--remote-debugging-pipe',
];

type Size = { readonly width: number; readonly height: number };
type Answer = {
  readonly id?: number;
  readonly result?: Record<string, unknown>;
  readonly error?: unknown;
};

/** Where a browser is installed; undefined: nowhere. */
export function findBrowser(): string | undefined {
  const folders = (processEnv().PATH ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

/** A browser without a screen, spoken to in its own protocol, one question at a time. */
export function openBrowser(program: string) {
  const profile = mkdtempSync(join(tmpdir(), 'entrada-browser-'));
  const child = spawn(program, [...FLAGS, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ask = conversation(child);

  async function open(url: string, size: Size): Promise<string> {
    const { targetId } = await ask('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await ask('Target.attachToTarget', { targetId, flatten: true });
    const page = String(sessionId);
    const metrics = { ...size, deviceScaleFactor: 1, mobile: false };
    await ask('Emulation.setDeviceMetricsOverride', metrics, page);
    await ask('Page.navigate', { url }, page);
    return page;
  }

  return {
    open,
    /** The value of an expression on a page, as JSON carries it. */
    async evaluate(page: string, expression: string): Promise<unknown> {
      const answer = await ask('Runtime.evaluate', { expression, returnByValue: true }, page);
      return (answer.result as { value?: unknown }).value;
    },
    async [Symbol.asyncDispose]() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await gone;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Messages are JSON that ends in a zero byte, on the pipes 3 and 4. */
function conversation({ stdio }: ChildProcess) {
  const [, , , questions, answers] = stdio as unknown as [null, null, null, Writable, Readable];
  const waiting = new Map<number, (result: Record<string, unknown>) => void>();
  let buffered = '';
  let last = 0;
  answers.setEncoding('utf8').on('data', (text: string) => {
    const messages = (buffered + text).split('\0');
    buffered = messages.pop() ?? '';
    for (const { id, result, error } of messages.map((m): Answer => JSON.parse(m))) {
      if (id !== undefined) waiting.get(id)?.(result ?? { refused: error });
    }
  });
  return async (method: string, params: object, sessionId?: string) => {
    last += 1;
    const id = last;
    questions.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    const answer = await new Promise<Record<string, unknown>>((resolve) =>
      waiting.set(id, resolve),
    );
    waiting.delete(id);
    if (answer.refused) throw new Error(`${method}: ${JSON.stringify(answer.refused)}`);
    return answer;
  };
}
