import { shareNext } from './notify-payments.ts';

function controlled() {
  const ends: PromiseWithResolvers<void>[] = [];
  const ask = shareNext<string>(
    (key) => key,
    () => {
      const end = Promise.withResolvers<void>();
      ends.push(end);
      return end.promise;
    },
  );
  return { ask, ends };
}

test('those who ask while work is under way share the next one, which begins when it is over', async () => {
  const { ask, ends } = controlled();
  const first = ask('a');
  const others = [ask('a'), ask('a'), ask('a')];
  expect(ends).toHaveLength(1);
  ends[0]?.resolve();
  await first;
  const late = ask('a');
  await Promise.resolve();
  expect(ends).toHaveLength(2);
  ends[1]?.resolve();
  await Promise.all(others);
  ends[2]?.resolve();
  await late;
  expect(ends.length).toBeLessThanOrEqual(3);
});

test('work that fails fails for those who shared it only, and the next is made all the same', async () => {
  const { ask, ends } = controlled();
  const first = ask('a');
  const second = ask('a');
  ends[0]?.reject(new Error('the bank is down'));
  await expect(first).rejects.toThrow('the bank is down');
  await Promise.resolve();
  ends[1]?.resolve();
  await expect(second).resolves.toBeUndefined();
  const third = ask('a');
  ends[2]?.resolve();
  await expect(third).resolves.toBeUndefined();
});

test('other keys do not wait', () => {
  const { ask, ends } = controlled();
  void ask('a');
  void ask('b');
  expect(ends).toHaveLength(2);
});
