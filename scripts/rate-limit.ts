/** npm run rate-limit -- <account id> <requests a second | default>: gives an account a rate of its own. */
import { AuthService } from '@entrada/contracts/services';
import { connectGrpc } from '@entrada/platform/grpc/client';
import { runningSystem } from './launcher/running-system.ts';
import { readArguments } from './operator/arguments.ts';
import { leave } from './operator/leave.ts';
import { operatorName, operatorRuntime } from './operator/ledger-access.ts';
import { sentenceOf } from './operator/sentence.ts';

const USAGE = `Usage, for each API key of the account:
  npm run rate-limit -- <account id> <requests a second> --reason <why>
  npm run rate-limit -- <account id> default --reason <why>`;
const TIMEOUT_MS = 5_000;

const { values, positionals } = readArguments(USAGE, {
  positionalsMax: 2,
  options: { reason: { type: 'string', default: '' } },
});
const [accountId, asked = ''] = positionals;
const isRate = asked === 'default' || /^[1-9]\d{0,6}$/.test(asked);
if (!accountId || !isRate) leave(`An account id and a rate are needed.\n${USAGE}`);
if (!values.reason) leave(`--reason is needed.\n${USAGE}`);
const address = process.env.AUTH_ADDRESS ?? (await runningSystem())?.authAddress;
if (!address) leave('Set AUTH_ADDRESS, or run npm start first.');

const runtime = operatorRuntime();
using auth = connectGrpc(AuthService, { address, timeoutMs: TIMEOUT_MS, runtime });
try {
  const { previousRateLimitPerSecond } = await auth.setRateLimit({
    accountId,
    rateLimitPerSecond: asked === 'default' ? 0 : Number(asked),
    operator: operatorName(),
    reason: values.reason,
  });
  const before = previousRateLimitPerSecond || 'the default';
  const now = asked === 'default' ? 'the default rate' : `${asked} requests a second`;
  console.log(`Account ${accountId}: ${now} for each key, before: ${before}.`);
} catch (error) {
  console.error(sentenceOf(error, { service: 'AUTH_ADDRESS' }));
  process.exitCode = 1;
}
