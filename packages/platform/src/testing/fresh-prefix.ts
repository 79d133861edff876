import { randomBytes } from 'node:crypto';
import { workerId } from './environment.ts';

/** For topics, groups and keys, so that no other test or earlier run has used their names. */
export function freshPrefix(): string {
  return `test-${workerId()}-${randomBytes(6).toString('hex')}-`;
}
