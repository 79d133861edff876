import { run } from '@entrada/platform/runtime/run';
import { loadConfig } from './config.ts';
import { start } from './service.ts';

await run('webhooks', loadConfig, start);
