import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { runSystem } from '../../test/harness/run-system.ts';
import { runCommand } from './run-operator.ts';

const system = forTests(() => runSystem());

function republish(from: string) {
  return runCommand(
    {
      AUTH_ADDRESS: system.auth.service.address,
      CHARGES_ADDRESS: system.charges.service.address,
      LEDGER_ADDRESS: system.ledger.service.address,
    },
    ...['republish', '--from', from, '--reason', 'the log lost a disk'],
  );
}

test('republish publishes the events of a deposit again, is in the audit log, and credits nothing twice', async () => {
  const { accountId, key } = await system.newAccount();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const from = new Date(Date.now() - 60_000).toISOString();
  const body = '{"value":5000}';
  const created = await fetch(`${system.baseUrl}/api/deposit`, { method: 'POST', headers, body });
  const { charge } = (await created.json()) as { charge: { emv: string } };
  await system.bank.pay(charge.emv, { notify: true });
  const balance = () => system.ledger.rpc.getBalance({ accountId });
  await eventually(async () => expect(await balance()).toMatchObject({ availableCents: 4950 }));

  const { stdout, stderr, code } = await republish(from);

  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(stdout).toMatch(/charges published [1-9]\d* events? again, ledger [1-9]/);
  const { rows } = await system.auth.db.query(
    `select actor, subject from audit_entry where action = 'events.republish' order by seq`,
  );
  expect(rows).toEqual([
    { actor: 'operator:ana@charges', subject: 'service:charges' },
    { actor: 'operator:ana@ledger', subject: 'service:ledger' },
  ]);
  expect(await balance()).toMatchObject({ availableCents: 4950 });
});
