import { goProgram } from './go-program.ts';
import { pythonProgram } from './python-program.ts';
import type { Say } from './tools.ts';

const PYTHON_GENERATOR = {
  name: 'openapi-python-client',
  version: '0.29.1',
  script: 'openapi-python-client',
} as const;
const GO_GENERATOR = {
  name: 'oapi-codegen',
  package: 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen',
  version: 'v2.8.1',
} as const;

export function pythonClientGenerator(say: Say) {
  return pythonProgram(PYTHON_GENERATOR, say);
}

export function goClientGenerator(say: Say): Promise<string> {
  return goProgram(GO_GENERATOR, say);
}
