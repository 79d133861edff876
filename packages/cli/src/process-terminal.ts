import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { inspect } from 'node:util';
import type { Terminal } from './command.ts';

const INPUT_LENGTH_MAX = 65_536;
const PROGRESS_MS = 1_000;
const SECOND_MS = 1_000;

type Streams = {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** With --json nothing but errors is written beside the outcome. */
  readonly isQuiet: boolean;
};

export function processTerminal({ stdin, stdout, stderr, isQuiet }: Streams): Terminal {
  const hasColor = stdout.isTTY === true && stdout.hasColors();
  async function question(text: string, signal: AbortSignal, isHidden: boolean): Promise<string> {
    if (isHidden) stderr.write(text);
    const output = isHidden ? discarding() : stderr;
    const lines = createInterface({ input: stdin, output, terminal: true });
    // Readline takes Ctrl-C from the terminal, so it has to be passed on as the signal it stands for.
    lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    try {
      return await lines.question(isHidden ? '' : text, { signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      lines.close();
      if (isHidden || signal.aborted) stderr.write('\n');
    }
  }
  return {
    print: (line) => stdout.write(`${line}\n`),
    async write(bytes) {
      if (!stdout.write(bytes)) await once(stdout, 'drain');
    },
    note: (line) => !isQuiet && stderr.write(`${line}\n`),
    progress: (what) => (stderr.isTTY && !isQuiet ? showProgress(stderr, what) : () => undefined),
    paint: (style, text) => (hasColor ? painted(style, text) : text),
    hasColor,
    isInteractive: stdin.isTTY === true && stderr.isTTY === true,
    ask: (text, signal) => question(text, signal, false),
    askHidden: (text, signal) => question(text, signal, true),
    readInput: () => readAll(stdin),
  };
}

function showProgress(stream: NodeJS.WriteStream, what: string): () => void {
  const begunAt = Date.now();
  const show = () => {
    const seconds = Math.round((Date.now() - begunAt) / SECOND_MS);
    stream.write(`\r\u001b[K${what} (${seconds} s, Ctrl-C stops)`);
  };
  show();
  const timer = setInterval(show, PROGRESS_MS);
  return () => {
    clearInterval(timer);
    stream.write('\r\u001b[K');
  };
}

function discarding(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

async function readAll(stdin: NodeJS.ReadStream): Promise<string> {
  let text = '';
  for await (const chunk of stdin.setEncoding('utf8')) {
    text += chunk;
    if (text.length > INPUT_LENGTH_MAX) break;
  }
  return text;
}

/** Not with `styleText`, which the first versions of Node 20 do not have. */
function painted(style: Parameters<Terminal['paint']>[0], text: string): string {
  const [begin, end] = inspect.colors[style];
  return `\u001b[${begin}m${text}\u001b[${end}m`;
}

/** What opens an address in the browser of its user, on each system. */
const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
const ELSEWHERE = ['xdg-open'] as const;

/** Whether a browser was started. It goes on when this program ends. */
export function openUrl(url: string): Promise<boolean> {
  // A server could name another kind of address, which would start another program.
  if (!isHttpUrl(url)) return Promise.resolve(false);
  const [program, ...args] = OPENERS[process.platform] ?? ELSEWHERE;
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
