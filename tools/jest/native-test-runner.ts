/**
 * jest-circus without jest's own module system: test files are imported by Node itself, as the
 * services are. A worker loads and compiles a library once, not once for every test file, which
 * takes a third of the processor time off the suite. The price: test files of a worker share module state, so
 * a test that changes something global (an environment variable, a global tracer) changes it back.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Circus = (...args: readonly unknown[]) => Promise<unknown>;
type TestEvent = { readonly name: string };
type Environment = { readonly handleTestEvent?: (event: TestEvent, state: unknown) => unknown };

const require = createRequire(import.meta.url);
const CIRCUS = require.resolve('jest-circus/runner');
/** Holds the tests of the current file; evaluated again for each of them. */
const CIRCUS_STATE = join(dirname(CIRCUS), 'jestAdapterInit.js');
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');

const { default: runCircus } = require(CIRCUS) as { default: Circus };

/** What circus asks of jest's runtime, answered by Node. */
const NODE_RUNTIME = {
  requireInternalModule: require,
  requireModule: require,
  setGlobalsForRuntime() {},
  unstable_shouldLoadAsEsm: () => true,
  unstable_importModule: (path: string) => import(pathToFileURL(path).href),
  enterTestCode() {},
  leaveTestCode() {},
};

/** After an uncaught error nobody knows what the process still carries, for instance an expired deadline. */
let hasUncaughtError = false;

export default function runTestFile(
  globalConfig: unknown,
  config: unknown,
  environment: Environment,
  _runtime: unknown,
  testPath: string,
  sendMessage: unknown,
): Promise<unknown> {
  // jest starts another worker and gives the file to that one.
  if (hasUncaughtError && process.connected) process.exit(1);
  Reflect.deleteProperty(globalThis, EVENT_HANDLERS);
  delete require.cache[CIRCUS_STATE];
  const handleTestEvent = (event: TestEvent, state: unknown) => {
    if (event.name === 'error') hasUncaughtError = true;
    return environment.handleTestEvent?.(event, state);
  };
  const nodeEnvironment = { global: globalThis, handleTestEvent };
  return runCircus(globalConfig, config, nodeEnvironment, NODE_RUNTIME, testPath, sendMessage);
}
