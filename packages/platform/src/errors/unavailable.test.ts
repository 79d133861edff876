import { AppError, type ErrorCode, eachUnlessUnavailable, isUnavailable } from './app-error.ts';

const failing = (code: ErrorCode) => () => Promise.reject(new AppError(code, 'for the test'));

test.each(['UNAVAILABLE', 'TIMEOUT', 'BAD_UPSTREAM'] as const)(
  '%s means an unavailable dependency, which does not fail the round',
  async (code) => {
    expect(isUnavailable(new AppError(code, 'for the test'))).toBe(true);
    await expect(eachUnlessUnavailable([1, 2], failing(code))).resolves.toBeUndefined();
  },
);

test('any other failure is thrown after every item was attempted', async () => {
  const done: number[] = [];
  const refusal = new AppError('OUT_OF_RANGE', 'too much');
  const bug = new TypeError('a bug');
  const step = async (item: number) => {
    if (item === 1) throw refusal;
    if (item === 2) throw bug;
    await Promise.resolve();
    done.push(item);
  };

  const round = eachUnlessUnavailable([1, 2, 3], step);
  await expect(round).rejects.toMatchObject({ errors: [refusal, bug] });

  expect(done).toEqual([3]);
  expect(isUnavailable(refusal)).toBe(false);
});
