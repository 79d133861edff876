import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Look } from './open-page.ts';

/** For people to look at, in the folder $ARTEFACTS. Without one none is taken: no test reads them. */
export async function screenshot(page: Page, name: string, look?: Look): Promise<void> {
  const folder = process.env.ARTEFACTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const suffix = look ? `-${look.language}-${look.theme}-${look.width}` : '';
  const path = join(folder, `${name}${suffix}.png`);
  await page.screenshot({ path, fullPage: true, animations: 'disabled' });
}
