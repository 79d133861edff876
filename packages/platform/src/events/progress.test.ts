import { Registry } from 'prom-client';
import { openProgress } from './progress.ts';

const waiting = [{ topic: 't', partition: 0, lag: 3 }];
const empty = [{ topic: 't', partition: 0, lag: 0 }];

function open() {
  const clock = { ms: 1_000 };
  return { clock, progress: openProgress('g', new Registry(), { now: () => clock.ms }) };
}

describe('progress', () => {
  test('nothing is stalled while nothing waits', () => {
    const { clock, progress } = open();
    progress.observed(empty);
    clock.ms += 60_000;
    expect(progress.stalledMs()).toBe(0);
  });

  test('counts from when records were first seen waiting, or from the last attempt', () => {
    const { clock, progress } = open();
    progress.observed(waiting);
    clock.ms += 5_000;
    progress.observed(waiting);
    expect(progress.stalledMs()).toBe(5_000);

    progress.failed();
    clock.ms += 2_000;
    expect(progress.stalledMs()).toBe(2_000);
  });

  test('a log that cannot be asked is no sign of a stall', () => {
    const { clock, progress } = open();
    progress.observed(waiting);
    clock.ms += 60_000;
    progress.unknown();
    expect(progress.stalledMs()).toBe(0);
  });

  test('the age is that of the partition that waits longest, whatever others do, and survives a log that cannot be asked', async () => {
    const clock = { ms: 1_000 };
    const metrics = new Registry();
    const progress = openProgress('g', metrics, { prefix: 'shared.', now: () => clock.ms });
    const ageOf = async () =>
      /progress_age_seconds\{group="g"\} (\S+)/.exec(await metrics.metrics())?.[1];
    const [stuck, other] = [0, 1].map((partition) => ({ topic: 'shared.t', partition, lag: 3 }));
    if (!stuck || !other) throw new Error('there are two partitions');
    progress.observed([stuck, other]);
    for (let tries = 0; tries < 6; tries += 1) {
      clock.ms += 10_000;
      progress.failed();
      progress.handled([other]);
      progress.observed([stuck, other]);
    }
    expect(await ageOf()).toBe('60');

    progress.unknown();
    expect(await ageOf()).toBeUndefined();
    clock.ms += 10_000;
    progress.observed([stuck, other]);
    expect(await ageOf()).toBe('70');

    progress.handled([stuck, other]);
    progress.observed([stuck]);
    expect(await ageOf()).toBe('0');
  });

  test('metrics name topics without the prefix of the installation, and say whether the event log answers', async () => {
    const metrics = new Registry();
    const progress = openProgress('g', metrics, { prefix: 'shared.' });
    progress.observed([{ topic: 'shared.t', partition: 0, lag: 3 }]);
    const text = await metrics.metrics();
    expect(text).toContain('event_consumer_lag{topic="t",group="g",partition="0"} 3');
    expect(text).toContain('dependency_up{dependency="event log"} 1');
    progress.unknown();
    expect(await metrics.metrics()).toContain('dependency_up{dependency="event log"} 0');
  });
});
