import { eventually } from '@entrada/platform/testing/eventually';
import { alertsOf, COUNTED, type ExpectedAlert, type Fault } from './fault.ts';
import { patient } from './patience.ts';
import type { Stage } from './stage.ts';

/** False for alerts that may fire before their fault. */
export const isAtOnce = ({ alertname }: ExpectedAlert) => !(alertname in COUNTED);

/** Names of the alerts that fire, but for those that a busy machine can cause. */
export async function firingAtOnce({ prometheus }: Stage): Promise<string[]> {
  const names = (await prometheus.firing()).map(({ alertname = '' }) => alertname);
  return names.filter((alertname) => isAtOnce({ alertname }));
}

/** Waits until none of the alerts fires. */
export async function quiet(stage: Stage, alerts: readonly ExpectedAlert[]): Promise<void> {
  await eventually(async () => {
    const firing = await stage.prometheus.firing();
    for (const expected of alerts) expect(firing).not.toContainEqual(labelled(stage, expected));
  }, patient);
}

/** Makes a fault whose alerts do not fire yet; the returned function waits until they do. */
export async function begin(stage: Stage, fault: Fault): Promise<() => Promise<void>> {
  const { make, alerts, end, alertsAfter = [] } = fault;
  const all = alertsOf(fault);
  await quiet(stage, all.filter(isAtOnce));
  const before = await countsOf(stage, all);
  await make(stage);
  return async () => {
    await fires(stage, alerts);
    await end?.(stage);
    await fires(stage, alertsAfter);
    await eventually(async () => {
      const after = await countsOf(stage, all);
      const grown = after.map((count, index) => count > (before[index] ?? 0));
      expect(grown).toEqual(after.map(() => true));
    }, patient);
  };
}

async function fires(stage: Stage, alerts: readonly ExpectedAlert[]): Promise<void> {
  const expected = alerts.map((one) => labelled(stage, one));
  await eventually(
    async () => expect(await stage.prometheus.firing()).toEqual(expect.arrayContaining(expected)),
    patient,
  );
}

/** What those alerts count that may fire already. */
function countsOf({ prometheus }: Stage, alerts: readonly ExpectedAlert[]): Promise<number[]> {
  const queries = alerts.flatMap(({ alertname }) => COUNTED[alertname] ?? []);
  return Promise.all(queries.map((query) => prometheus.valueOf(query)));
}

/** The address of a process is known by its name. */
function labelled({ addressOf }: Stage, { instance, ...labels }: ExpectedAlert) {
  const known = instance === undefined ? {} : { instance: addressOf(instance) };
  return expect.objectContaining({ ...labels, ...known });
}
