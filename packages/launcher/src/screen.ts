import { styleText } from 'node:util';

const NAME_WIDTH = 9;
const COLORS = ['cyan', 'magenta', 'yellow', 'blue', 'green', 'gray'] as const;
const seen = new Map<string, (typeof COLORS)[number]>();

/** Says where a line comes from; JSON log lines are shortened to what a person wants to see. */
export function showLine(name: string, line: string): void {
  const color = seen.get(name) ?? COLORS[seen.size % COLORS.length] ?? 'gray';
  seen.set(name, color);
  console.log(`${styleText(color, name.padEnd(NAME_WIDTH))} ${readable(line)}`);
}

export function say(line: string): void {
  console.log(`${styleText('bold', 'entrada'.padEnd(NAME_WIDTH))} ${line}`);
}

type LogLine = {
  readonly level?: string;
  readonly msg?: string;
  readonly event?: string;
  readonly method?: string;
  readonly route?: string;
  readonly status?: number;
  readonly duration_ms?: number;
  readonly err?: { readonly message?: string };
};

/** What a service says of itself, for those who do not know its log; a request is shown on its own. */
const STAGES: Readonly<Record<string, string>> = {
  started: 'has started',
  stopping: 'finishes what it has begun',
  stopped: 'has stopped',
};

export function readable(line: string): string {
  const log = parseLog(line);
  if (!log?.msg) return line;
  if (log.event === 'request') {
    return `${log.method} ${log.route} ${log.status} ${log.duration_ms} ms`;
  }
  const stage = log.event && STAGES[log.event];
  if (stage) return stage;
  const why = log.err?.message ? `: ${log.err.message}` : '';
  const level = log.level === 'info' ? '' : `${log.level} `;
  return `${level}${log.msg}${why}`;
}

function parseLog(line: string): LogLine | null {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
