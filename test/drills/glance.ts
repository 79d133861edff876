import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
const WATCH_MAX_MS = 120_000;

type Figure = { readonly title: string; readonly value: number | null; readonly bad: boolean };
type Shown = {
  readonly groups: readonly { readonly title: string; readonly figures: readonly Figure[] }[];
  readonly alerts: readonly string[] | null;
  readonly problems: readonly string[];
};

/** `npm run watch -- --once` with further options. */
export async function watchOnce(...options: readonly string[]): Promise<string> {
  const args = ['scripts/watch.ts', '--once', ...options];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: ROOT,
    timeout: WATCH_MAX_MS,
  });
  return stdout;
}

export async function watchedFigures(...options: readonly string[]) {
  const { groups, alerts, problems }: Shown = JSON.parse(await watchOnce('--json', ...options));
  const figures = groups.flatMap((group) => group.figures);
  return { figures, alerts, problems, shownAs: (title: string) => valueIn(figures, title) };
}

function valueIn(figures: readonly Figure[], title: string): number {
  return figures.find((figure) => figure.title === title)?.value ?? 0;
}
