import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Look } from './open-page.ts';

const FOLDER = process.env.ARTEFACTS || join(import.meta.dirname, '../../.data/screenshots');

/** Kept for people to look at: in $ARTEFACTS, else .data/screenshots. */
export async function screenshot(page: Page, name: string, look?: Look): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  const suffix = look ? `-${look.language}-${look.theme}-${look.width}` : '';
  const path = join(FOLDER, `${name}${suffix}.png`);
  await page.screenshot({ path, fullPage: true, animations: 'disabled' });
  return path;
}
