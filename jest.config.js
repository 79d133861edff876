import { availableParallelism } from 'node:os';

/** Tests run as Node runs the services: ES modules, their types erased. `npm test` provides the servers. */
export default {
  testEnvironment: 'node',
  testRunner: './scripts/provision/native-test-runner.ts',
  transform: {},
  moduleFileExtensions: ['ts', 'js', 'cjs', 'mjs', 'json'],
  extensionsToTreatAsEsm: ['.ts'],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/test/cluster/'],
  testTimeout: 30_000,
  // Tests mostly wait for servers: even a small machine does well with two at a time.
  maxWorkers: Math.max(2, availableParallelism() - 1),
};
