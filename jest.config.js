import { availableParallelism } from 'node:os';

/** Tests run as ES modules, like the services do; `npm test` provides the servers and the Node flag. */
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2024', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/test/cluster/'],
  testTimeout: 30_000,
  // Tests mostly wait for servers: even a small machine does well with two at a time.
  maxWorkers: Math.max(2, availableParallelism() - 1),
};
