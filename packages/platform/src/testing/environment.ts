import { processEnv } from '../config/common-settings.ts';

/** Tells apart the worker processes that run test files at the same time. */
export function workerId(): string {
  return processEnv().JEST_WORKER_ID ?? '1';
}

export function requiredAddress(variable: string): string {
  const address = processEnv()[variable];
  if (address) return address;
  throw new Error(
    `${variable} is not set. The servers are started by npm test: run this file with npm test -- <path>`,
  );
}

/** A look for work every second becomes one every 50 ms. A test that counts what a path costs slows it down. */
export function jobSpeed(): number {
  return Number(processEnv().TEST_JOB_SPEED ?? '20');
}
