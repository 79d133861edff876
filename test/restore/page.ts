import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const PAGE = join(import.meta.dirname, '../../docs/operations/restore.md');
const SHELL_BLOCK = /^```sh\n(.*?)^```/gms;
const WORD = /'([^']*)'|"([^"]*)"|(\S+)/g;

/** Every command of docs/operations/restore.md, by its section, in order. */
export async function commandsByDatabase(): Promise<ReadonlyMap<string, readonly string[]>> {
  const sections = (await readFile(PAGE, 'utf8')).split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => {
      const name = section.slice(0, section.indexOf('\n')).trim();
      const blocks = [...section.matchAll(SHELL_BLOCK)].map(([, block = '']) => block);
      return [name, blocks.flatMap((block) => block.split('\n').filter((line) => line !== ''))];
    }),
  );
}

/** A command line as a shell takes it apart; only what the page uses. */
export function wordsOf(line: string, variables: Readonly<Record<string, string>>): string[] {
  const filled = line.replaceAll(/\$([A-Z_0-9]+)/g, (whole, name: string) => {
    const value = variables[name];
    if (value === undefined)
      throw new Error(`The page uses ${whole}, which the drill does not set`);
    return value;
  });
  return [...filled.matchAll(WORD)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
}
