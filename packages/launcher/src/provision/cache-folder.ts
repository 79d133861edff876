import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Where things are kept that are fetched once for all runs. */
export function cacheFolder(name: string): string {
  return join(process.env.ENTRADA_CACHE ?? join(homedir(), '.cache', 'entrada'), name);
}

/** Fills a folder of the cache. It takes its name only when complete, so that a broken download is not kept. */
export async function fillOnce(folder: string, fill: (unfinished: string) => Promise<void>) {
  if (existsSync(folder)) return;
  mkdirSync(dirname(folder), { recursive: true });
  const unfinished = mkdtempSync(`${folder}.unfinished-`);
  try {
    await fill(unfinished);
    renameSync(unfinished, folder);
  } catch (error) {
    // Another run was faster; what it fetched is the same.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
