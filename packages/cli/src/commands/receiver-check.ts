import { usageError } from '@entrada/command-line/command-error';
import { CHECKS, type Finding, isFailing, summary, table } from '@entrada/receiver-check/checks';
import { postTo } from '@entrada/receiver-check/post';
import type { Command } from 'commander';
import { type Act, type Context, type Env, examples, type Outcome } from '../command.ts';
import { requireHttpUrl, requireWebhookSecret, SECRET_VARIABLE } from './webhooks.ts';

const ABOUT = `Sends test events to a receiver, valid and invalid ones, and reports what it does wrong. It needs no
account. The exit code is 0 if the receiver is ready, else 1.`;

export function receiverCheck(program: Command, act: Act): void {
  program
    .command('receiver-check')
    .summary('test a webhook receiver')
    .description(ABOUT)
    .argument('<url>', 'of the receiver')
    .option(
      '--secret <secret>',
      `the signing secret that the receiver checks with, whsec_...; default: ${SECRET_VARIABLE}, which other programs cannot read`,
    )
    .addHelpText(
      'after',
      examples(
        'receiver-check http://localhost:9000',
        'receiver-check http://localhost:9000 --secret whsec_...',
      ),
    )
    .action(act(run));
}

async function run(
  { env, terminal, signal }: Context,
  url: string,
  asked: { readonly secret?: string },
): Promise<Outcome> {
  requireHttpUrl('<url>', url);
  const secret = secretFrom(env, asked.secret);
  const post = postTo(url);
  const findings: Finding[] = [];
  for (const { name: check, run: grade } of CHECKS) {
    signal.throwIfAborted();
    const stopProgress = terminal.progress(`Checking: ${check}`);
    findings.push({ check, ...(await grade(post, secret).finally(stopProgress)) });
  }
  return {
    text: [table(findings), '', summary(findings)],
    json: { findings },
    failed: isFailing(findings),
  };
}

function secretFrom(env: Env, typed: string | undefined): string {
  if (typed !== undefined) return requireWebhookSecret('--secret', typed);
  const given = env[SECRET_VARIABLE];
  if (given) return requireWebhookSecret(SECRET_VARIABLE, given);
  throw usageError(
    `Set ${SECRET_VARIABLE} to the secret that the receiver checks with, or pass --secret.`,
  );
}
