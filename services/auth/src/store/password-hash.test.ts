import { openPasswords } from './password-hash.ts';

test('checks beyond the limit of parallel ones are refused, and the next one is served', async () => {
  const passwords = openPasswords();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, () => passwords.firstMatch('a password', [])),
  );
  const served = outcomes.filter(({ status }) => status === 'fulfilled');
  expect(served).toHaveLength(64);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'UNAVAILABLE', message: 'Too many log-ins at once' },
  });
  expect(await passwords.verify('a password', await passwords.hash('a password'))).toBe(true);
});
