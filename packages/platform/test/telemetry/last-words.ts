/** Says many lines and fails in the same breath. */
import { openLog } from '../../src/telemetry/log.ts';

const log = openLog({ service: 'test', level: 'info', version: '0' });
for (let line = 1; line <= 1_000; line += 1) log.info({ line }, 'said');
log.info('last words');
throw new Error('the end');
