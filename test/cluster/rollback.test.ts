import { requiredAddress } from '@entrada/platform/testing/environment';
import { openFaults } from './faults.ts';
import { expectNoneFailed } from './figures.ts';
import { openStage } from './under-load.ts';

const FAULT_MAX_MS = 900_000;
const { rollBack, versions } = openFaults(requiredAddress('CLUSTER_NAMESPACE'));

test(
  'a rollback to the commit before fails no request under load and loses no money',
  async () => {
    await using stage = await openStage();
    const before = await versions();

    expectNoneFailed(await stage.during('helm rollback', rollBack));

    expect(await versions()).not.toEqual(before);
    await stage.settle();
  },
  FAULT_MAX_MS,
);
