import type { ProgramCommand } from '@entrada/command-line/command';
import { InvalidArgumentError } from 'commander';
import { connect } from '../access/services.ts';
import { type Act, type Context, type Outcome, reasonOption } from '../command.ts';

const ABOUT = `Sets the rate limit of each API key of an account, or restores the default: use it when an account needs
a higher limit, or must be slowed down.`;
const RATE = /^[1-9]\d{0,6}$/;

export function rateLimit(program: ProgramCommand, act: Act): void {
  program
    .command('rate-limit')
    .summary('set the rate limit of an account')
    .description(ABOUT)
    .argument('<account id>', 'the account of the keys')
    .argument('<rate>', 'requests a second for each key, 1 to 9999999, or: default', rateIn)
    .addOption(reasonOption())
    .examples(
      "rate-limit <account id> 50 --reason 'ticket 4711'",
      "rate-limit <account id> default --reason 'campaign is over'",
    )
    .action(act(run));
}

function rateIn(text: string): number {
  if (text === 'default') return 0;
  if (RATE.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a number between 1 and 9999999, or default.');
}

async function run(
  context: Context,
  accountId: string,
  rateLimitPerSecond: number,
  { reason }: { reason: string },
): Promise<Outcome> {
  using auth = await connect(context, 'auth');
  const asked = { accountId, rateLimitPerSecond, reason };
  const { previousRateLimitPerSecond: previous } = await auth.setRateLimit(asked);
  const now = rateLimitPerSecond ? `${rateLimitPerSecond} requests a second` : 'the default rate';
  return {
    text: `Account ${accountId}: ${now} for each key, before: ${previous || 'the default'}.`,
    json: { accountId, perSecond: rateLimitPerSecond || null, before: previous || null },
  };
}
