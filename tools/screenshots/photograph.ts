import { join } from 'node:path';
import { theBrowser } from '../../test/browser/chromium.ts';
import type { Shop } from './shop.ts';

const DESK = { width: 1_280, height: 780 };
const PHONE = { width: 390, height: 780 };
const WAIT_MAX_MS = 20_000;
const LOOKS = (['pt-BR', 'en'] as const).flatMap((locale) =>
  (['light', 'dark'] as const).flatMap((colorScheme) =>
    [DESK, { ...PHONE, width: 360 }].map((viewport) => ({ locale, colorScheme, viewport })),
  ),
);

type Look = (typeof LOOKS)[number] & { readonly deviceScaleFactor?: number };
type Shot = { readonly path: string; readonly file: string; readonly fullPage?: boolean };
type Visit = {
  readonly baseUrl: string;
  readonly cookie: string;
  readonly look: Look;
  readonly shots: readonly Shot[];
};

/** An open browser would keep the script from ending. */
export async function closeBrowser(): Promise<void> {
  await (await theBrowser()).close();
}

/** The two that the README shows. */
export async function photographForReadme(baseUrl: string, shop: Shop, folder: string) {
  const { cookie, open } = shop;
  const desk = { locale: 'en', colorScheme: 'light', viewport: DESK } as const;
  const dashboard = { path: '/dashboard/', file: join(folder, 'dashboard.png') };
  await visit({ baseUrl, cookie, look: desk, shots: [dashboard] });
  const phone = {
    locale: 'pt-BR',
    colorScheme: 'light',
    viewport: PHONE,
    deviceScaleFactor: 2,
  } as const;
  const { pathname } = new URL(open.paymentLinkUrl);
  const page = { path: pathname, file: join(folder, 'payment-page.png') };
  await visit({ baseUrl, cookie: '', look: phone, shots: [page] });
  return [dashboard.file, page.file];
}

/** Every page in each look, for people to look at. */
export async function photographAll(baseUrl: string, { cookie, open, paid }: Shop, folder: string) {
  const pages = {
    overview: '/dashboard/',
    deposits: '/dashboard/deposits',
    'new-deposit': '/dashboard/deposits/new',
    'deposit-paid': `/dashboard/deposits/${paid}`,
    'deposit-open': `/dashboard/deposits/${open.paymentLinkId}`,
    statement: '/dashboard/statement',
    keys: '/dashboard/keys',
    webhooks: '/dashboard/webhooks',
    'new-webhook': '/dashboard/webhooks/new',
    account: '/dashboard/account',
    'payment-page': new URL(open.paymentLinkUrl).pathname,
  };
  const written: string[] = [];
  for (const look of LOOKS) {
    const { locale, colorScheme, viewport } = look;
    const shots = Object.entries(pages).map(([name, path]) => ({
      path,
      file: join(folder, `${name}-${locale}-${colorScheme}-${viewport.width}.png`),
      fullPage: true,
    }));
    await visit({ baseUrl, cookie, look, shots });
    written.push(...shots.map(({ file }) => file));
  }
  return written;
}

async function visit({ baseUrl, cookie, look, shots }: Visit): Promise<void> {
  const browser = await theBrowser();
  const context = await browser.newContext({
    ...look,
    baseURL: baseUrl,
    isMobile: look.viewport.width < DESK.width,
    reducedMotion: 'reduce',
    timezoneId: 'America/Sao_Paulo',
  });
  try {
    context.setDefaultTimeout(WAIT_MAX_MS);
    const [name = '', value = ''] = cookie.split('=');
    if (name) await context.addCookies([{ name, value, url: baseUrl }]);
    const page = await context.newPage();
    for (const { path, file, fullPage = false } of shots) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      await page.screenshot({ path: file, fullPage, animations: 'disabled' });
    }
  } finally {
    await context.close();
  }
}
