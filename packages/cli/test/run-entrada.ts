import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Env } from '../src/command.ts';
import { runEntrada } from '../src/program.ts';

export type Ran = {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
  readonly opened: readonly string[];
};

type Keyboard = {
  /** What is typed when the program asks; without it nobody is there. */
  readonly typed?: string;
  readonly input?: string;
  readonly signal?: AbortSignal;
  readonly now?: () => Date;
  /** Sees each line as it is printed. */
  readonly onLine?: (line: string) => void;
  readonly onNote?: () => void;
};

/** Each test file has a home of its own, so that no profile of this machine is used by accident. */
export function openHome() {
  const folder = mkdtempSync(join(tmpdir(), 'entrada-cli-'));
  return {
    folder,
    config: join(folder, 'entrada', 'config.json'),
    env: { XDG_CONFIG_HOME: folder, NO_COLOR: '1' },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A command as a developer types it, in this process. */
export async function run(
  env: Env,
  args: readonly string[],
  keyboard: Keyboard = {},
): Promise<Ran> {
  const { typed, input = '', signal, now = () => new Date(), onLine, onNote } = keyboard;
  const opened: string[] = [];
  let [stdout, stderr] = ['', ''];
  const out = (text: string) => {
    stdout += text;
  };
  const err = (text: string) => {
    stderr += text;
  };
  const isQuiet = args.includes('--json');
  const code = await runEntrada(args, {
    env: { XDG_CONFIG_HOME: '/nowhere', ...env },
    now,
    signal: signal ?? new AbortController().signal,
    terminal: {
      print(line) {
        out(`${line}\n`);
        onLine?.(line);
      },
      write: async (bytes) => out(Buffer.from(bytes).toString()),
      note(line) {
        if (!isQuiet) err(`${line}\n`);
        onNote?.();
      },
      progress: () => () => undefined,
      paint: (_style, text) => text,
      hasColor: false,
      isInteractive: typed !== undefined,
      ask: async () => typed ?? '',
      askHidden: async () => typed ?? '',
      readInput: async () => input,
    },
    openUrl: async (url) => opened.push(url) > 0,
    out,
    err,
  });
  return { stdout, stderr, code, opened };
}
