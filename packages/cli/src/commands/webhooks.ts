import type { Command } from 'commander';
import { type Act, examples } from '../command.ts';
import { change } from './webhooks/change.ts';
import { create } from './webhooks/create.ts';
import { list } from './webhooks/list.ts';
import { remove } from './webhooks/remove.ts';
import { replay } from './webhooks/replay.ts';
import { rotateSecret } from './webhooks/rotate-secret.ts';
import { show } from './webhooks/show.ts';
import { testEndpoint } from './webhooks/test-endpoint.ts';

export function webhooks(program: Command, act: Act): void {
  const group = program
    .command('webhooks')
    .summary('register, test and change endpoints')
    .description(
      'Endpoints that events are delivered to. For a receiver on this computer use entrada listen.',
    )
    .addHelpText(
      'after',
      examples('webhooks list', 'webhooks create --name Shop --url https://shop.example/hooks'),
    );
  const commands = [list, create, show, change, testEndpoint, rotateSecret, replay, remove];
  for (const register of commands) register(group, act);
}
