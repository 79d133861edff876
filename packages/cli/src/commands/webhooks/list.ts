import type { Command } from 'commander';
import { connect } from '../../access/connect.ts';
import { type Act, type Context, examples, type Outcome } from '../../command.ts';
import { table } from '../../text/table.ts';

export function list(group: Command, act: Act): void {
  group
    .command('list')
    .summary('list endpoints')
    .description('Lists the endpoints of the account, newest first.')
    .addHelpText('after', examples('webhooks list'))
    .action(act(run));
}

async function run(context: Context): Promise<Outcome> {
  const { entrada } = connect(context);
  const webhooks = await entrada.webhooks.list({ signal: context.signal });
  const rows = webhooks.map(({ id, status, name, url }) => [id, status, name, url]);
  return { text: webhooks.length > 0 ? table(rows) : 'No endpoints.', json: { webhooks } };
}
