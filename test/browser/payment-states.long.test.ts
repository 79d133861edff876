import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import type { Page } from 'playwright-core';
import { sharedSystem } from '../harness/shared-system.ts';
import { describeInBrowser } from './chromium.ts';
import { faultsInEveryLook } from './every-look.ts';
import { LANGUAGES, type Look, openPage } from './open-page.ts';
import { screenshot } from './screenshot.ts';

/** Of a charge of R$ 1.234,56. */
const EXPLAINED = {
  'pt-BR': {
    checking: /^Um pagamento que já foi feito ainda está sendo conferido\./,
    underpaid: /^Recebemos R\$\s1\.234,55 de R\$\s1\.234,56\. Fale com a loja\./,
    overpaid:
      /^Recebemos R\$\s1\.235,56 de R\$\s1\.234,56\. .* Fale com a loja sobre os R\$\s1,00 a mais\.$/,
    'paid-twice': /^Recebemos R\$\s2\.469,12 de R\$\s1\.234,56\. /,
    'paid-after-cancel':
      /^Recebemos R\$\s1\.234,56 .*cancelada: nada era devido\. Fale com a loja\./,
    'partly-refunded': /^Recebemos R\$\s1\.234,56 de R\$\s1\.234,56\. Devolvemos R\$\s234,56 /,
    refunded: /^Recebemos R\$\s1\.234,56\. Devolvemos R\$\s1\.234,56 /,
  },
  en: {
    checking: /^A payment that was already made is still being checked\./,
    underpaid: /^We have received R\$\s1\.234,55 of R\$\s1\.234,56\. Contact the shop\./,
    overpaid: /^We have received R\$\s1\.235,56 of R\$\s1\.234,56\. .* additional R\$\s1,00\.$/,
    'paid-twice': /^We have received R\$\s2\.469,12 of R\$\s1\.234,56\. /,
    'paid-after-cancel': /^We have received R\$\s1\.234,56 .*canceled: nothing was due\. Contact/,
    'partly-refunded': /^We received R\$\s1\.234,56 of R\$\s1\.234,56\. We sent R\$\s234,56 back/,
    refunded: /^We received R\$\s1\.234,56\. We sent R\$\s1\.234,56 back/,
  },
};

const STATUS_TEXTS = {
  'pt-BR': ['Pagamento confirmado', 'Código vencido', 'Cobrança cancelada'],
  en: ['Payment confirmed', 'Code expired', 'Charge canceled'],
};

describeInBrowser('the payment page in every state', () => {
  let headers: Record<string, string>;
  let baseUrl: string;
  const system = forTests(() => sharedSystem());
  beforeAll(async () => {
    ({ baseUrl } = system);
    const { key } = await system.newAccount();
    headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  });

  async function create(more: object = {}) {
    const body = JSON.stringify({ value: 123_456, description: 'Pedido 4711', ...more });
    const reply = await fetch(`${baseUrl}/api/deposit`, { method: 'POST', headers, body });
    const { charge } = (await reply.json()) as { charge: { paymentLinkId: string; emv: string } };
    return { ...charge, path: `/payment-link/${charge.paymentLinkId}` };
  }
  const cancel = (link: string) =>
    fetch(`${baseUrl}/api/deposit/${link}`, { method: 'DELETE', headers });
  /** Pays it, and refunds it as soon as it is credited. */
  async function payBack(
    { emv, paymentLinkId }: { emv: string; paymentLinkId: string },
    refund: { value?: number },
  ) {
    await system.bank.pay(emv, { notify: true });
    const request = {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': paymentLinkId },
      body: JSON.stringify(refund),
    };
    const address = `${baseUrl}/api/deposit/${paymentLinkId}/refund`;
    await eventually(async () => (await fetch(address, request)).ok);
  }
  /** Frozen in the database, so that only a test can move it. */
  const moveDeadline = (link: string, secondsAgo: number) =>
    system.charges.db.query(
      `begin; set local session_replication_role = replica;
       update charge set expires_at = now() - interval '${secondsAgo} seconds', check_at = now()
        where payment_link_id = '${link}'; commit`,
    );

  async function expectGood(page: Page, language: Look['language'], name: string): Promise<void> {
    const take = (shape: Pick<Look, 'theme' | 'width'>) =>
      screenshot(page, `payment-${name}`, { language, ...shape });
    expect(await faultsInEveryLook(page, { take })).toEqual([]);
  }

  test.each(LANGUAGES)(
    'in %s every state fits, satisfies axe and has its text, in every look',
    async (language) => {
      await using opened = await openPage({ baseUrl, language, width: 360 });
      const { page } = opened;
      const charge = await create();
      await page.goto(charge.path);
      expect(await page.getAttribute('html', 'lang')).toBe(language);
      expect(await page.textContent('.amount')).toBe('R$ 1.234,56');
      expect(await page.textContent('h1')).toBe(language === 'en' ? 'Pay Shop' : 'Pagar a Shop');
      expect(await page.textContent('.until')).toMatch(/\d{2}:\d{2}.* (BRT|GMT-3)$/);
      await expectGood(page, language, 'pending');
      const ends = {
        completed: ({ emv }) => system.bank.pay(emv, { notify: true }),
        expired: ({ paymentLinkId }) => moveDeadline(paymentLinkId, 61),
        canceled: ({ paymentLinkId }) => cancel(paymentLinkId),
      } satisfies Record<string, (charge: { emv: string; paymentLinkId: string }) => unknown>;
      for (const [i, [name, end]] of Object.entries(ends).entries()) {
        const other = await create();
        await end(other);
        await eventually(async () => {
          await page.goto(other.path);
          expect(await page.textContent('#status')).toBe(STATUS_TEXTS[language][i]);
        });
        expect(await page.locator('#code').count()).toBe(0);
        await expectGood(page, language, name);
      }
      opened.allow(/404/);
      await page.goto('/payment-link/unknown');
      await expectGood(page, language, 'unknown');
    },
  );

  test.each(LANGUAGES)(
    'in %s each unusual payment tells what was received, what was due and what follows, in every look',
    async (language) => {
      await using opened = await openPage({ baseUrl, language, width: 360 });
      const { page } = opened;
      const payTwice = { times: 2, force: true, notify: true };
      const exceptions = {
        checking: ({ paymentLinkId }) => moveDeadline(paymentLinkId, 1),
        underpaid: ({ emv }) => system.bank.pay(emv, { value: 123_455, notify: true }),
        overpaid: ({ emv }) => system.bank.pay(emv, { value: 123_556, notify: true }),
        'paid-twice': ({ emv }) => system.bank.pay(emv, payTwice),
        'partly-refunded': (charge) => payBack(charge, { value: 23_456 }),
        refunded: (charge) => payBack(charge, {}),
        async 'paid-after-cancel'({ emv, paymentLinkId }) {
          await cancel(paymentLinkId);
          await system.bank.pay(emv, { force: true, notify: true });
        },
      } satisfies Record<string, (charge: { emv: string; paymentLinkId: string }) => unknown>;
      for (const [name, happen] of Object.entries(exceptions)) {
        const other = await create();
        await happen(other);
        await eventually(async () => {
          await page.goto(other.path);
          expect(await page.textContent('.explain')).toMatch(
            EXPLAINED[language][name as keyof typeof exceptions],
          );
        });
        expect(await page.locator('#code').count()).toBe(0);
        await expectGood(page, language, name);
      }
    },
  );

  test('at the deadline the code disappears at once, and the page then says how it ended', async () => {
    await using opened = await openPage({ baseUrl, width: 360 });
    const { page } = opened;
    await page.clock.install();
    const charge = await create({ expiresIn: 60 });
    await page.goto(charge.path);
    await page.locator('#copy').waitFor();
    // The server is asked for nothing: the page itself knows the deadline.
    await page.route(`**${charge.path}`, (route) => route.abort());
    opened.allow(/ERR_FAILED/);
    await page.clock.runFor(60_000);
    expect(await page.locator('#code, #copy, .qr, [data-scenario]').count()).toBe(0);
    expect(await page.textContent('#status')).toBe('Prazo encerrado, conferindo');
    expect(await page.textContent('.explain')).toMatch(EXPLAINED['pt-BR'].checking);
    expect(await page.title()).toContain('Prazo encerrado, conferindo');
    await page.unroute(`**${charge.path}`);
    await moveDeadline(charge.paymentLinkId, 61);
    await eventually(async () => expect(await page.textContent('#status')).toBe('Código vencido'));
    // A payment wins over the deadline, also on a page that is open.
    await system.bank.pay(charge.emv, { force: true, notify: true });
    await eventually(async () => {
      await page.clock.runFor(40_000);
      expect(await page.textContent('#status')).toBe('Pagamento confirmado');
    });
  });

  test('an open page tells of a payment that is too low, and of a second one', async () => {
    await using opened = await openPage({ baseUrl, width: 360 });
    const { page } = opened;
    await page.clock.install();
    const [low, twice] = [await create(), await create()];
    await page.goto(low.path);
    await page.click('[data-scenario=too_little]');
    await eventually(async () =>
      expect(await page.textContent('.explain')).toMatch(EXPLAINED['pt-BR'].underpaid),
    );
    expect(await page.locator('#code, #copy, .qr').count()).toBe(0);
    await page.goto(twice.path);
    await page.click('[data-scenario=pay]');
    await eventually(async () =>
      expect(await page.textContent('#status')).toBe('Pagamento confirmado'),
    );
    await system.bank.pay(twice.emv, { force: true, notify: true });
    await eventually(async () => {
      await page.clock.runFor(40_000);
      expect(await page.textContent('.explain')).toMatch(EXPLAINED['pt-BR']['paid-twice']);
    });
  });
});
