import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
const WATCH_MAX_MS = 120_000;

type Figure = { readonly title: string; readonly value: number | null; readonly bad: boolean };
type WatchReport = {
  readonly groups: readonly { readonly title: string; readonly figures: readonly Figure[] }[];
  readonly problems: readonly string[];
};

/** What `npm run watch` shows once of these processes. */
export async function watchedFigures(addresses: readonly string[]) {
  const args = ['packages/launcher/src/watch.ts', '--once', '--json', '--processes'];
  const { stdout } = await promisify(execFile)(process.execPath, [...args, addresses.join()], {
    cwd: ROOT,
    timeout: WATCH_MAX_MS,
  });
  const { groups, problems }: WatchReport = JSON.parse(stdout);
  const figures = groups.flatMap((group) => group.figures);
  return { figures, problems, shownAs: (title: string) => valueIn(figures, title) };
}

function valueIn(figures: readonly Figure[], title: string): number {
  return figures.find((figure) => figure.title === title)?.value ?? 0;
}
