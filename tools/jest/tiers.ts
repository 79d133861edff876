/**
 * The name of a test file says which command runs it: `*.long.test.ts` those that take minutes or a machine for
 * themselves, `test/cluster/*.test.ts` those that need Kubernetes, every other `*.test.ts` is part of `npm test`.
 */
export const TIERS = {
  'npm test': ['--testPathIgnorePatterns=/node_modules/|/test/cluster/|\\.long\\.test\\.ts$'],
  'npm run test:all': ['--testMatch=**/*.long.test.ts'],
  'npm run test:cluster': ['test/cluster/', '--testPathIgnorePatterns=/node_modules/'],
} as const;
