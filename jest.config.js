import { availableParallelism } from 'node:os';

/** Tests run as Node runs the services: ES modules, their types erased. `npm test` provides the servers. */
export default {
  testEnvironment: 'node',
  testRunner: './tools/jest/native-test-runner.ts',
  transform: {},
  moduleFileExtensions: ['ts', 'js', 'cjs', 'mjs', 'json'],
  extensionsToTreatAsEsm: ['.ts'],
  testSequencer: './tools/jest/longest-first.ts',
  globalTeardown: './tools/jest/end-in-time.ts',
  testMatch: ['**/*.test.ts'],
  // Built copies have the names of their sources.
  modulePathIgnorePatterns: ['/dist/'],
  testPathIgnorePatterns: ['/node_modules/', '/test/cluster/'],
  // Long enough for a machine that has much else to do; a test that hangs fails all the same.
  testTimeout: 300_000,
  // A worker with a large heap takes longer than the default half second to exit on a busy machine; nothing is left open.
  workerGracefulExitTimeout: 15_000,
  // Tests often wait for servers: two cores are kept busy by three workers.
  maxWorkers: Math.max(3, availableParallelism() - 1),
};
