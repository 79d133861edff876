import { loadConfig } from '../src/config.ts';

test('a wrong environment is refused with every problem at once, and no value in the message', () => {
  const problem = () =>
    loadConfig({ DATABASE_URL_LEDGER: 'hunter2', LOG_LEVEL: 'loud', DATABASE_POOL_MAX: '0' });

  expect(problem).toThrow(/DATABASE_URL_LEDGER must be a URL that starts with postgres:/);
  expect(problem).toThrow(/MODE is required/);
  expect(problem).toThrow(/KAFKA_BROKERS or DATABASE_URL_EVENTS is required/);
  expect(problem).toThrow(/LOG_LEVEL must be one of/);
  expect(problem).toThrow(/DATABASE_POOL_MAX must be an integer between 1 and 200/);
  expect(problem).not.toThrow(/hunter2/);
});
