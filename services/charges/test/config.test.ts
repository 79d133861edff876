import { loadConfig } from '../src/config.ts';

test('a wrong environment is refused with every problem at once, and no value in the message', () => {
  const problem = () =>
    loadConfig({
      DATABASE_URL_CHARGES: 'mysql://root:hunter2@somewhere/charges',
      PROVIDER_CLIENT_SECRET: 'hunter2',
      PROVIDER_URL: 'ftp://bank',
      FEE_BASIS_POINTS: '10001',
      FEE_MODE: 'SOMETIMES',
      VALUE_MIN_CENTS: '0',
      CHARGE_EXPIRES_IN_SECONDS: '1.5',
    });

  expect(problem).toThrow(/DATABASE_URL_CHARGES must be a URL that starts with postgres:/);
  expect(problem).toThrow(/KAFKA_BROKERS or DATABASE_URL_EVENTS is required/);
  expect(problem).toThrow(/PROVIDER_URL must be a URL/);
  expect(problem).toThrow(/PROVIDER_CLIENT_ID is required/);
  expect(problem).toThrow(/PROVIDER_PIX_KEY is required/);
  expect(problem).toThrow(/FEE_BASIS_POINTS must be an integer between 0 and 10000/);
  expect(problem).toThrow(/FEE_MODE must be one of DEDUCT, ON_TOP/);
  expect(problem).toThrow(/VALUE_MIN_CENTS must be an integer between 1 and/);
  expect(problem).toThrow(/CHARGE_EXPIRES_IN_SECONDS must be an integer/);
  expect(problem).not.toThrow(/hunter2/);
});

test('limits and fees that contradict each other are refused', () => {
  const problem = () =>
    loadConfig({
      VALUE_MIN_CENTS: '200',
      VALUE_MAX_CENTS: '100',
      FEE_MIN_CENTS: '9',
      FEE_MAX_CENTS: '8',
    });

  expect(problem).toThrow(/VALUE_MIN_CENTS must not be above VALUE_MAX_CENTS/);
  expect(problem).toThrow(/FEE_MIN_CENTS must not be above FEE_MAX_CENTS/);
});
