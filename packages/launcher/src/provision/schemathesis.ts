import { pythonProgram } from './python-program.ts';
import type { Say } from './tools.ts';

const SCHEMATHESIS = { name: 'schemathesis', version: '4.32.5', script: 'st' } as const;

export function schemathesis(say: Say) {
  return pythonProgram(SCHEMATHESIS, say);
}
