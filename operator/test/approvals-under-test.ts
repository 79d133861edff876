import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { chargesUnderTest } from '../../services/charges/test/charges-under-test.ts';
import { exceptional, ledgerUnderTest } from '../../services/ledger/test/ledger-under-test.ts';
import { runAuth } from '../../test/harness/run-auth.ts';
import { signAsOperator } from '../src/access/login.ts';
import { connect, reasonOf } from '../src/access/services.ts';
import { logInAs } from './log-in-as.ts';
import { runOnScreen } from './run-operator.ts';

type Env = Readonly<Record<string, string>>;

/** Ana's is the certificate of every test. */
export const ANA: Env = {};
export const WHY = ['--reason', 'known payer'];

/** The services that carry decisions out, where each needs a second person, and people who have logged in. */
export async function approvalsUnderTest() {
  await using starting = new AsyncDisposableStack();
  const auth = starting.use(await runAuth({ OPERATOR_APPROVAL: 'required' }));
  const AUTH_ADDRESS = auth.service.address;
  const ledger = starting.use(await ledgerUnderTest({ AUTH_ADDRESS }));
  const LEDGER_ADDRESS = ledger.service.address;
  const charges = starting.use(await chargesUnderTest({ AUTH_ADDRESS, LEDGER_ADDRESS }));
  const people = {
    bruno: starting.use(await logInAs('bruno')).env,
    carla: starting.use(await logInAs('carla')).env,
    anaAgain: starting.use(await logInAs('ana')).env,
  };
  const addresses = { AUTH_ADDRESS, CHARGES_ADDRESS: charges.service.address, LEDGER_ADDRESS };
  const run = (person: Env, ...args: string[]) => runOnScreen({ ...addresses, ...person }, ...args);
  const resources = starting.move();
  return {
    auth,
    ledger,
    charges,
    ...people,
    run,
    /** What a client of a service needs to call it as a person. */
    as: (person: Env) => ({ env: { ...addresses, ...person } }),
    approve: (person: Env, id: string) => run(person, 'approve', id, '--yes'),
    /** Approves without carrying it out. */
    async approveOnly(person: Env, approvalId: string): Promise<void> {
      const context = { env: { ...addresses, ...person }, now: () => new Date(), err: () => {} };
      using client = await connect(context, 'auth');
      const { approval } = await client.getApproval({ approvalId });
      if (!approval) throw new Error('no approval');
      const { decision, request, askedBy } = approval;
      const about = { step: 'APPROVE', approvalId, decision, request, askedBy } as const;
      const signature = await signAsOperator(context, about);
      await client.approveDecision({ approvalId, signature });
    },
    /** Asks as ana, and returns the id. */
    async asked(...args: string[]): Promise<string> {
      const { out, code } = await run(ANA, ...args, '--json');
      expect({ out, code }).toEqual({ out: expect.stringContaining('approvalRequired'), code: 3 });
      return JSON.parse(out).approval.id;
    },
    newAccount: auth.newAccount,
    /** A payment of 700 cents that waits for a decision. */
    async suspended(): Promise<string> {
      const exceptionId = randomUUID();
      await ledger.publish(exceptional(null, { exceptionId }));
      await eventually(async () => expect((await run(ANA, 'suspense')).out).toContain(exceptionId));
      return exceptionId;
    },
    availableCents: async (accountId: string) =>
      (await ledger.rpc.getBalance({ accountId })).availableCents,
    frozenAt: async (accountId: string) =>
      (await auth.rpc.getAccount({ accountId })).account?.frozenAt,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Why a service refuses the call of a person; null: it does not. */
export async function refusal(call: Promise<unknown>): Promise<string | null> {
  return call.then(
    () => null,
    (error: unknown) => reasonOf(error),
  );
}
