import { Entrada } from '@entrada/client/entrada';
import type { Receiver } from '@entrada/deposit-check/webhook-receiver';
import { eventually } from '@entrada/platform/testing/eventually';
import type { deployment } from './deployment.ts';
import type { Load } from './load.ts';
import { AUDIT_LAG_MS } from './tools/release.ts';

/** After faults, on a busy machine: retries of webhooks wait, and the audit looks ten seconds back. */
const SETTLE_MAX_MS = 120_000;
const CREDITED = 'DEPOSIT_ASSET_SUCCESS';

type Books = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly receiver: Receiver;
};

type Exec = ReturnType<typeof deployment>['exec'];

const UNTIL = { timeoutMs: SETTLE_MAX_MS };

/** Every deposit of the load that was paid is credited once and announced once, and no other. */
export async function expectCreditedOnce(
  { deposits }: Load,
  { baseUrl, apiKey, receiver }: Books,
): Promise<void> {
  const paid = deposits.filter(({ isPaid }) => isPaid);
  const credited = paid.reduce((sum, { value, fee }) => sum + value - fee, 0);
  const api = new Entrada({ baseUrl, apiKey });
  await eventually(async () => expect((await api.balance()).available).toBe(credited), UNTIL);
  await eventually(() => expect(announced(receiver)).toEqual(eachOnce(paid)), UNTIL);
}

/** The auditor looks at all that was paid before a time, and finds nothing; the caller has logged in. */
export async function expectNoViolation(paidBefore: number, exec: Exec): Promise<void> {
  await eventually(() => Date.now() > paidBefore + AUDIT_LAG_MS);
  const ask = async (...command: readonly string[]) =>
    JSON.parse(await exec('operator', ['operator', ...command, '--json']));
  await eventually(async () => {
    // It exits with a failure when it finds a violation; what is too young it leaves out.
    const { to, violations } = await ask('audit');
    expect(violations).toEqual([]);
    expect(Date.parse(to)).toBeGreaterThan(paidBefore);
  }, UNTIL);
  expect(await ask('parked', 'list')).toEqual([]);
}

/** Of each payment link, how many events say that it is credited; one that came twice has one id. */
function announced({ received }: Receiver): ReadonlyMap<string, number> {
  const ids = new Map<string, Set<string>>();
  for (const { body } of received) {
    const { id, event, data } = JSON.parse(body);
    if (event !== CREDITED) continue;
    ids.set(data.paymentLinkId, (ids.get(data.paymentLinkId) ?? new Set()).add(id));
  }
  return new Map([...ids].map(([link, found]) => [link, found.size]));
}

function eachOnce(deposits: Load['deposits']): ReadonlyMap<string, number> {
  return new Map(deposits.map(({ paymentLinkId }) => [paymentLinkId, 1]));
}
