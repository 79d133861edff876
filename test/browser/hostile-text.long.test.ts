import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { openLocalServer } from '../e2e/local-server.ts';
import type { RunningSystem } from '../harness/run-system.ts';
import { sharedSystem } from '../harness/shared-system.ts';
import { describeInBrowser } from './chromium.ts';
import { lastingScroll, settled } from './every-look.ts';
import { newMerchant } from './merchant.ts';
import { openPage } from './open-page.ts';
import { screenshot } from './screenshot.ts';
import { newDeposit, paidDeposit, refund } from './seeded-account.ts';

const NAME_MAX = 100;
const EXTERNAL_ID_MAX = 128;
const SHORT_MAX = 140;
const LARGEST_CENTS = 999_999_999_999;
const REFUNDED_CENTS = 111_111_111_111;

/** Each of them would set `attacked` if a page took it for markup, script or the address of a link. */
const TEXTS = {
  markup: '"><img src=x onerror=globalThis.attacked=1><script>globalThis.attacked=1</script>',
  'script address': 'javascript:globalThis.attacked=1//https://entrada.example/{{7*7}}',
  'no space': 'x'.repeat(SHORT_MAX),
  'emoji, right to left': `${'👩🏽‍💻🏳️‍🌈'.repeat(5)}\u202egnp.exe مرحبا بالعالم ١٢٣`,
} as const;

describeInBrowser('text that somebody else wrote', () => {
  const system = forTests(() => sharedSystem());

  test.each(Object.entries(TEXTS))(
    'stays text, and breaks no page of a phone: %s',
    async (kind, text) => {
      await using receiver = await startHostileReceiver(text);
      const { cookie, pages, payment } = await seed(system, {
        text,
        receiverUrl: receiver.url,
      });
      await using opened = await openPage({ baseUrl: system.baseUrl, width: 360, cookie });
      const { page } = opened;
      const faults: string[] = [];
      async function look(name: string): Promise<void> {
        await settled(page);
        const over = await lastingScroll(page);
        if (over > 0) faults.push(`${name} is ${over} px too wide`);
        if (await page.evaluate('globalThis.attacked')) faults.push(`${name} ran it`);
        if (await page.locator(INJECTED).count()) faults.push(`${name} took it for markup`);
        await screenshot(page, `hostile-${kind.replaceAll(/\W+/g, '-')}-${name}`);
      }
      const open = async (path: string) => {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
      };
      for (const [name, { path, dialogs = [] }] of Object.entries(pages)) {
        await open(`/dashboard/${path}`);
        await look(name);
        for (const { menu, item } of dialogs) {
          await page.getByRole('button', { name: menu }).first().tap();
          if (item) await page.getByRole('menuitem', { name: item, exact: true }).tap();
          await page.getByRole('dialog').waitFor();
          await look(`${name}-${item ?? menu}`);
          await page.keyboard.press('Escape');
          await page.getByRole('dialog').waitFor({ state: 'detached' });
        }
      }
      for (const language of ['pt-BR', 'en']) {
        await open(`${payment}?lang=${language}`);
        await look(`payment-${language}`);
      }
      expect(faults).toEqual([]);
    },
  );
});

type Dialog = { readonly menu: string; readonly item?: string };
type SeededPage = { readonly path: string; readonly dialogs?: readonly Dialog[] };

const INJECTED = 'img[src=x], svg[onload], script:not([src]), a[href^="javascript:"]';

/** The text in everything that a user, payer or receiver controls, and the pages that show it. */
async function seed(
  { baseUrl }: RunningSystem,
  { text, receiverUrl }: { readonly text: string; readonly receiverUrl: string },
) {
  // Names with invisible characters or of two alphabets are refused.
  const legible = text.replace('\u202egnp.exe ', '');
  const short = [...legible].slice(0, NAME_MAX).join('').slice(0, NAME_MAX).toWellFormed();
  const merchant = await newMerchant(baseUrl, short);
  const { api } = merchant;
  await api.request('POST /api/keys', { body: { name: short } });
  const url = `${receiverUrl}?q=${encodeURIComponent(text)}`;
  const endpoint = { name: short, url, skipTest: true };
  const { webhook } = await api.request('POST /api/webhooks', { body: endpoint });
  const deposit = {
    value: LARGEST_CENTS,
    description: text.slice(0, SHORT_MAX).toWellFormed(),
    externalId: text.slice(0, EXTERNAL_ID_MAX).toWellFormed(),
  };
  const paid = await paidDeposit(merchant, deposit);
  await refund(merchant, paid, { value: REFUNDED_CENTS, reason: deposit.description });
  const { description, value } = deposit;
  const pending = await newDeposit(merchant, { description, value });
  const delivery = await eventually(async () => {
    const query = { webhookId: webhook.id };
    const [one] = (await api.request('GET /api/deliveries', { query })).deliveries;
    return one !== undefined && one.attempts.length > 0 && one.id;
  });
  const pages: Readonly<Record<string, SeededPage>> = {
    overview: { path: '' },
    deposits: { path: 'deposits' },
    search: { path: `deposits?q=${encodeURIComponent(text)}` },
    paid: { path: `deposits/${paid}`, dialogs: [{ menu: 'Devolver' }] },
    pending: { path: `deposits/${pending}`, dialogs: [{ menu: 'Cancelar depósito' }] },
    statement: { path: 'statement' },
    keys: { path: 'keys', dialogs: actions('Renomear', 'Trocar', 'Revogar') },
    webhooks: { path: 'webhooks' },
    endpoint: { path: `webhooks/${webhook.id}`, dialogs: actions('Alterar', 'Excluir') },
    delivery: { path: `deliveries/${delivery}` },
    account: { path: 'account' },
  };
  return { cookie: merchant.cookie, pages, payment: `/payment-link/${pending}` };
}

function actions(...items: string[]): Dialog[] {
  return items.map((item) => ({ menu: 'Ações', item }));
}

/** What a header can hold of it. */
function latin1(text: string): string {
  return text.replaceAll(/[^ -~]/g, '?');
}

/** Refuses every delivery, with the text in its body and, as far as HTTP allows, in a header. */
async function startHostileReceiver(text: string) {
  const server = await openLocalServer(async (request, response) => {
    await request.toArray();
    response.writeHead(500, { 'content-type': 'text/html', 'x-note': latin1(text) });
    response.end(text);
  });
  return { ...server, url: `http://localhost:${server.port}/hook` };
}
