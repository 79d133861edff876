import { once } from 'node:events';
import { processSettings } from '../../src/config/common-settings.ts';
import { choice, readConfig, secretBytes } from '../../src/config/settings.ts';
import { run } from '../../src/runtime/run.ts';

const settings = {
  ...processSettings,
  pepper: secretBytes('PEPPER', 'what hashes'),
  drain: choice('DRAIN', 'when stopping ends', ['at once', 'by signal'], { fallback: 'at once' }),
  start: choice('START', 'what starting does', ['well', 'fails', 'hangs', 'breaks later'], {
    fallback: 'well',
  }),
  reached: choice('REACHED', 'when the event log is reached', ['at once', 'by signal'], {
    fallback: 'at once',
  }),
  warm: choice('WARM', 'when the warm-up ends', ['at once', 'by signal', 'in failure'], {
    fallback: 'at once',
  }),
};

/** The smallest service there can be, with everything that can go wrong about one. */
await run(
  'smallest',
  (env) => readConfig(env, settings),
  async ({ start, reached, warm, drain }, { log, health }) => {
    if (reached === 'by signal') health.waitFor('the event log', once(process, 'SIGUSR2'));
    log.info('starting');
    health.warm('first call', async () => {
      if (warm === 'by signal') await once(process, 'SIGUSR2');
      if (warm === 'in failure') throw new Error('no peer');
    });
    health.ready('dependency', () => null);
    if (start === 'fails') throw new Error('no database');
    if (start === 'hangs') await new Promise(() => {});
    if (start === 'breaks later') setImmediate(() => Promise.reject(new Error('a bug')));
    return {
      async [Symbol.asyncDispose]() {
        if (drain === 'by signal') await once(process, 'SIGUSR2');
        log.info('drained');
      },
    };
  },
);
