import { requiredAddress } from '@entrada/platform/testing/environment';
import { openFaults } from './faults.ts';
import { expectNoneFailed } from './figures.ts';
import { openStage } from './under-load.ts';

const FAULT_MAX_MS = 900_000;
const SERVICES = ['auth', 'bank', 'charges', 'gateway', 'ledger', 'webhooks'];
const VALUES = requiredAddress('CLUSTER_VALUES');
const { upgrade, rollBack, imagesOf } = openFaults(requiredAddress('CLUSTER_NAMESPACE'));

const versions = async () => [...new Set((await Promise.all(SERVICES.map(imagesOf))).flat())];

test(
  'from the commit before, an upgrade, a rollback and an upgrade under load fail no request and lose no money',
  async () => {
    await using stage = await openStage();
    const [earlier = ''] = await versions();

    expectNoneFailed(await stage.during('helm upgrade', () => upgrade(VALUES)));
    const upgraded = await versions();
    expectNoneFailed(await stage.during('helm rollback', rollBack));
    expectNoneFailed(await stage.during('helm upgrade again', () => upgrade(VALUES)));

    expect(upgraded).not.toEqual([earlier]);
    await stage.settle();
  },
  FAULT_MAX_MS,
);
