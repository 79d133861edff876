import { loadConfig } from '../src/config.ts';

test('an invalid environment is refused with every problem at once, and no value in the message', () => {
  const problem = () =>
    loadConfig({
      PORT: 'eighty',
      PUBLIC_BASE_URL: 'example.com',
      REDIS_URL: 'http://:hunter2@cache',
      REQUEST_TIMEOUT_MS: '1',
      TRUSTED_PROXIES: '10.0.0.0/8, load-balancer',
    });

  expect(problem).toThrow(/PORT must be an integer between 0 and 65535/);
  expect(problem).toThrow(/PUBLIC_BASE_URL must be a URL that starts with http:/);
  expect(problem).toThrow(/AUTH_ADDRESS is required/);
  expect(problem).toThrow(/CHARGES_ADDRESS is required/);
  expect(problem).toThrow(/LEDGER_ADDRESS is required/);
  expect(problem).toThrow(/WEBHOOKS_ADDRESS is required/);
  expect(problem).toThrow(/TRUSTED_PROXIES must be IP addresses or CIDR ranges/);
  expect(problem).toThrow(/PROVIDER_CALLBACK_SECRET is required/);
  expect(problem).toThrow(/REDIS_URL must be a URL that starts with redis:/);
  expect(problem).toThrow(/REQUEST_TIMEOUT_MS must be an integer between 100 and 60000/);
  expect(problem).not.toThrow(/hunter2/);
});
