import { AppError, type ErrorCode } from './app-error.ts';
import { eachUnlessAway, isAway } from './away.ts';

const failing = (code: ErrorCode) => () => Promise.reject(new AppError(code, 'as ordered'));

test.each(['UNAVAILABLE', 'TIMEOUT', 'BAD_UPSTREAM'] as const)(
  '%s is somebody who is away, and no failure of a round',
  async (code) => {
    expect(isAway(new AppError(code, 'as ordered'))).toBe(true);
    await expect(eachUnlessAway([1, 2], failing(code))).resolves.toBeUndefined();
  },
);

test('any other failure is told, after every item had its turn', async () => {
  const done: number[] = [];
  const refusal = new AppError('OUT_OF_RANGE', 'too much');
  const bug = new TypeError('a bug');
  const step = async (item: number) => {
    if (item === 1) throw refusal;
    if (item === 2) throw bug;
    await Promise.resolve();
    done.push(item);
  };

  await expect(eachUnlessAway([1, 2, 3], step)).rejects.toMatchObject({ errors: [refusal, bug] });

  expect(done).toEqual([3]);
  expect(isAway(refusal)).toBe(false);
});
