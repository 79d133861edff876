import { forTests, standIn } from '../../src/testing/for-tests.ts';

const steps: string[] = [];

const acquire = (name: string) => {
  steps.push(`acquires ${name}`);
  return { name, [Symbol.asyncDispose]: async () => void steps.push(`releases ${name}`) };
};

describe('what tests use together', () => {
  const first = forTests(() => acquire('first'));
  const second = forTests((stack) => {
    stack.defer(() => void steps.push('closes what second needs'));
    return acquire(`second after ${first.name}`);
  });

  test('is there, and is read and changed as the thing itself', () => {
    const name = standIn(() => second).name;
    expect(name).toBe('second after first');
    expect({ ...first }).toMatchObject({ name: 'first' });
    Object.assign(first, { name: 'renamed' });
    expect(Object.keys(first)).toContain('name');
    expect(first.name).toBe('renamed');
  });
});

test('is acquired in its order before the tests, and released after them, the latest first', () => {
  expect(steps).toEqual([
    'acquires first',
    'acquires second after first',
    'releases second after first',
    'closes what second needs',
    'releases first',
  ]);
});

test('is not there before', () => {
  const early = standIn<{ readonly name: string }>(() => undefined);
  expect(() => early.name).toThrow('before its tests run');
});
