import type { RunningSystem } from '../harness/run-system.ts';
import { describeInBrowser } from './chromium.ts';
import { runPatientSystem } from './patient-system.ts';
import { signedIn } from './signed-in.ts';

const START_MAX_MS = 60_000;
const TEST_MAX_MS = 90_000;
const LIVE_MAX_MS = 2_000;

describeInBrowser('two tabs of one account', () => {
  let system: RunningSystem;
  beforeAll(async () => {
    system = await runPatientSystem();
  }, START_MAX_MS);
  afterAll(() => system?.[Symbol.asyncDispose]());

  test(
    'a payment made in one appears in the other, also after the first is closed',
    async () => {
      await using merchant = await signedIn(system);
      const { page: first } = merchant;
      const [one, two] = [await merchant.newDeposit(), await merchant.newDeposit()];
      await first.goto(`/dashboard/deposits/${one.paymentLinkId}`);
      const second = await first.context().newPage();
      await second.goto(`/dashboard/deposits/${one.paymentLinkId}`);
      const paid = second.locator('h1', { hasText: 'Pago' });
      await second.locator('h1', { hasText: 'Pendente' }).waitFor();

      await first.getByRole('button', { name: 'Paga o valor certo' }).click();
      await first.locator('h1', { hasText: 'Pago' }).waitFor();
      await paid.waitFor({ timeout: LIVE_MAX_MS });

      await second.goto(`/dashboard/deposits/${two.paymentLinkId}`);
      await second.locator('h1', { hasText: 'Pendente' }).waitFor();
      // The tab that held the stream ends; the other opens one.
      const streaming = second.waitForResponse(/\/api\/live$/);
      await first.close();
      await streaming;
      await system.bank.pay(two.emv);
      await paid.waitFor({ timeout: LIVE_MAX_MS });
    },
    TEST_MAX_MS,
  );

  test(
    'who signs out in one is signed out in the other',
    async () => {
      await using merchant = await signedIn(system);
      const { page: first } = merchant;
      merchant.allow(/401/);
      await first.goto('/dashboard/');
      const second = await first.context().newPage();
      await second.goto('/dashboard/statement');
      await second.locator('h1', { hasText: 'Extrato' }).waitFor();
      await first.getByRole('button', { name: merchant.email }).click();
      await first.getByRole('menuitem', { name: 'Sair' }).click();
      await first.waitForURL(/\/dashboard\/sign-in/);
      await second.waitForURL(/\/dashboard\/sign-in\?next=%2Fstatement/);
    },
    TEST_MAX_MS,
  );

  test(
    'a session that ends on another device is noticed without a click',
    async () => {
      await using merchant = await signedIn(system);
      const { page } = merchant;
      merchant.allow(/401/);
      const streaming = page.waitForResponse(/\/api\/live$/);
      await page.goto('/dashboard/');
      await streaming;
      await merchant.endSession();
      await page.getByRole('dialog', { name: 'Entre para continuar' }).waitFor();
    },
    TEST_MAX_MS,
  );
});
