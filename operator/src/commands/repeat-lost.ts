import { open } from 'node:fs/promises';
import { CHAIN_START } from '@entrada/auth/audit-chain';
import type { ProgramCommand } from '@entrada/command-line/command';
import { CommandError, usageError } from '@entrada/command-line/command-error';
import type { AuditLogLine } from '@entrada/contracts/gen/auth/v1/AuditLogLine';
import { counted } from '@entrada/platform/text/counted';
import { auditLinesAfter, recordDecision } from '../access/audit.ts';
import { requireLogin } from '../access/login.ts';
import { codeOf, connect, reasonOf } from '../access/services.ts';
import { type Act, type Context, type Outcome, reasonOption, type WithEnv } from '../command.ts';
import { askFor } from '../decisions/decide.ts';

const ABOUT = `Repeats changes that a restored database of auth has lost, from the copy of the audit log in the process log of
auth (LOG_LEVEL info): use it after auth was restored to an older point, before the gateway is started again. Keys
that were revoked or replaced are revoked again, rate limits are set again, two-factor authentication that was turned off is
turned off again, and accounts whose password was changed get a new one, which is printed. Running it again changes nothing more. When lines are missing in
the file it says so: then revoke every key, with operator keys revoke --before. It needs AUTH_ADDRESS, or npm start.`;
const PASSWORD_ACTIONS = [
  'account.password_changed',
  'account.password_reset',
  'account.password_reset_by_mail',
];
const FACTOR_ON = 'account.two_factor_enabled';
const FACTOR_RESET = 'account.two_factor_reset';
const FACTOR_ACTIONS = [FACTOR_ON, 'account.two_factor_disabled', FACTOR_RESET];
const RATE_LIMIT = 'account.rate_limit_set';
const FROZEN = 'account.frozen';
const FREEZE_ACTIONS = [FROZEN, 'account.unfrozen'];

type Auth = Awaited<ReturnType<typeof connect<'auth'>>>;
type Decision = { readonly reason: string };

export function repeatLost(group: ProgramCommand, act: Act): void {
  group
    .command('repeat')
    .summary('repeat changes that a restored database of auth has lost')
    .description(ABOUT)
    .argument('<file>', 'the process log of auth, of every replica, since before the backup')
    .addOption(reasonOption())
    .examples("audit-log repeat auth.log --reason 'auth restored'")
    .action(act(run));
}

async function run(
  context: Context,
  file: string,
  { reason }: { reason: string },
): Promise<Outcome> {
  await requireLogin(context);
  const decision = { reason };
  const compared = await compareWithCopies(context, file);
  const { lost, afterGap } = compared;
  const end = lost.reduce<CopiedLine | null>(
    (last, line) => (last && last.seq > line.seq ? last : line),
    null,
  );
  if (!end) {
    const text = `The audit log has every line that ${file} has: there is nothing to repeat.`;
    return { text, json: { lost: 0 } };
  }
  const lostEnd = `${end.seq}:${end.hash}`;
  const detail = { lines: lost.length, lostEnd, reason };
  await recordDecision(context, { action: 'audit_log.repeated', subject: 'service:auth', detail });
  using auth = await connect(context, 'auth');
  const revoked = await revokeAgain(auth, lost, decision);
  const rateLimits = await limitAgain(auth, compared, decision);
  const freezes = await freezeAgain(context, auth, compared, decision);
  const passwords = await resetAgain(auth, compared, decision);
  const factors = await factorsAgain(auth, compared, decision);
  const gaps = afterGap.map(({ seq }) => seq - 1);
  return {
    text: [
      `The audit log has lost ${counted(lost.length, 'line')}, up to ${lostEnd}`,
      `${counted(revoked, 'key')} revoked again, ${counted(rateLimits.length, 'rate limit')} set again.`,
      ...freezes.map(freezeLine),
      ...passwords.map(
        ({ accountId, password }) =>
          `Account ${accountId} had changed its password. Its new one, shown only now: ${password}`,
      ),
      ...factors.map(({ accountId, isOff }) =>
        isOff
          ? `Account ${accountId} had turned two-factor authentication off: it is off again.`
          : `Account ${accountId} had turned two-factor authentication on: it is off. Ask the owner to set it up again.`,
      ),
      ...gaps.map((seq) => `MISSING: ${file} does not have line ${seq}. ${ADVICE}`),
    ],
    json: {
      lost: lost.length,
      lostEnd,
      revoked,
      rateLimits,
      freezes,
      passwords,
      factors,
      missing: gaps,
    },
    failed: gaps.length > 0,
  };
}

const ADVICE =
  'Add the logs of every replica since before the backup, or run operator keys revoke --before.';

async function revokeAgain(
  auth: Auth,
  lost: readonly CopiedLine[],
  decision: Decision,
): Promise<number> {
  let revoked = 0;
  for (const keyId of new Set(lost.flatMap(endedKey))) {
    const done = await unlessUnknown(auth.revokeKeys({ keyId, ...decision }));
    revoked += done?.revoked ?? 0;
  }
  return revoked;
}

/** A key that was replaced is revoked too: its successor is lost, and it would never expire. */
function endedKey({ action, subject, detail }: CopiedLine): string[] {
  if (action === 'key.revoked') return [subject.replace('key:', '')];
  return action === 'key.rotated' ? [String(detail.replaces)] : [];
}

function limitAgain(auth: Auth, compared: Comparison, decision: Decision) {
  return repeatLast(compared, [RATE_LIMIT], async ({ accountId, detail }) => {
    const perSecond = Number(detail.perSecond ?? 0);
    const asked = { accountId, rateLimitPerSecond: perSecond, ...decision };
    return (await unlessUnknown(auth.setRateLimit(asked))) && { accountId, perSecond };
  });
}

type Freeze = {
  readonly accountId: string;
  readonly frozen: boolean;
  readonly approvalId?: string;
};

function freezeAgain(
  context: Context,
  auth: Auth,
  compared: Comparison,
  decision: Decision,
): Promise<readonly Freeze[]> {
  return repeatLast(compared, FREEZE_ACTIONS, async ({ accountId, action }) => {
    const frozen = action === FROZEN;
    const asked = { accountId, frozen, ...decision };
    try {
      const done = await unlessUnknown(auth.setFrozen(asked));
      return done?.changed ? { accountId, frozen } : null;
    } catch (error) {
      if (reasonOf(error) !== 'approval_required') throw error;
      const { id: approvalId } = await askFor(context, 'SetFrozen', asked);
      return { accountId, frozen, approvalId };
    }
  });
}

function freezeLine({ accountId, frozen, approvalId }: Freeze): string {
  if (approvalId) {
    const what = frozen ? 'To freeze account' : 'To end the freeze of account';
    return `${what} ${accountId} again needs a second person: operator approve ${approvalId}`;
  }
  return frozen
    ? `Account ${accountId} is frozen again.`
    : `The freeze of account ${accountId} has ended again.`;
}

function resetAgain(auth: Auth, compared: Comparison, decision: Decision) {
  const repeat = async ({ accountId }: CopiedLine) => {
    const done = await unlessUnknown(auth.resetPassword({ accountId, ...decision }));
    return done && { accountId, password: done.password };
  };
  return repeatLast(compared, PASSWORD_ACTIONS, repeat, ['account.password_reset']);
}

/** What was turned on cannot be repeated, because the secret is lost. The backup may have one from before, of a lost phone. */
function factorsAgain(auth: Auth, compared: Comparison, decision: Decision) {
  return repeatLast(compared, FACTOR_ACTIONS, async ({ accountId, action }) => {
    const done = await unlessUnknown(auth.resetTwoFactor({ accountId, ...decision }));
    if (action === FACTOR_ON) return { accountId, isOff: false };
    return done && { accountId, isOff: true };
  });
}

/** Repeats the last of these actions of each account, unless the audit log has one that replaces it from after that. */
async function repeatLast<Repeated>(
  { lost, kept }: Comparison,
  actions: readonly string[],
  repeat: (line: CopiedLine) => Promise<Repeated | null>,
  replacing = actions,
): Promise<readonly Repeated[]> {
  const lines = lost.filter(({ action }) => actions.includes(action));
  const again: Repeated[] = [];
  for (const line of new Map(lines.map((one) => [one.accountId, one])).values()) {
    const isReplaced = kept.some(
      ({ accountId, action, at }) =>
        accountId === line.accountId &&
        replacing.includes(action) &&
        Date.parse(at) > Date.parse(line.at),
    );
    const repeated = isReplaced ? null : await repeat(line);
    if (repeated !== null) again.push(repeated);
  }
  return again;
}

/** What was created after the backup is unknown, and what was not on then is off. */
const NOTHING_TO_REPEAT = new Set(['NOT_FOUND', 'CONFLICT']);

async function unlessUnknown<T>(call: Promise<T>): Promise<T | null> {
  return call.catch((error: unknown) => {
    if (error instanceof CommandError && NOTHING_TO_REPEAT.has(codeOf(error) ?? '')) return null;
    throw error;
  });
}

/** A line of the audit log as auth copied it to its process log. */
type CopiedLine = {
  readonly seq: number;
  readonly hash: string;
  readonly prevHash: string;
  readonly at: string;
  readonly action: string;
  readonly subject: string;
  readonly accountId: string;
  readonly detail: Readonly<Record<string, unknown>>;
};

type Comparison = {
  /** Copies of lines that the audit log no longer has, oldest first. */
  readonly lost: readonly CopiedLine[];
  /** Lost lines whose predecessor is neither in the audit log nor among the copies. */
  readonly afterGap: readonly CopiedLine[];
  /** What the audit log has, from the first copied line on. */
  readonly kept: readonly AuditLogLine[];
};

/** Compares the copies in a file of auth's process log with the audit log itself. */
async function compareWithCopies(context: WithEnv, file: string): Promise<Comparison> {
  const copies = await copiesIn(file);
  const first = copies.reduce((least, { seq }) => Math.min(least, seq), Number.MAX_SAFE_INTEGER);
  // The line before the first copy is needed too: the copy follows it.
  const kept = await auditLinesAfter(context, Math.max(0, first - 2));
  const known = new Set([CHAIN_START.hash.toString('hex'), ...kept.map(({ hash }) => hash)]);
  const lost = copies.filter(({ hash }) => !known.has(hash));
  for (const { hash } of lost) known.add(hash);
  return { lost, kept, afterGap: lost.filter(({ prevHash }) => !known.has(prevHash)) };
}

async function copiesIn(file: string): Promise<readonly CopiedLine[]> {
  const byHash = new Map<string, CopiedLine>();
  try {
    await using log = await open(file);
    // A log may be longer than a string can be.
    for await (const line of log.readLines()) {
      const copy = copyIn(line);
      if (copy) byHash.set(copy.hash, copy);
    }
  } catch (error) {
    const { message } = error as Error;
    throw usageError(`The log of auth cannot be read: ${message}. Name another file.`);
  }
  if (byHash.size === 0) {
    throw new CommandError(
      `${file} has no line of the audit log. Name the process log of auth as the service writes it, one JSON object in each line (npm start prints it in another form), with LOG_LEVEL info.`,
    );
  }
  return [...byHash.values()].sort((one, other) =>
    one.at === other.at ? one.seq - other.seq : one.at < other.at ? -1 : 1,
  );
}

/** What collects logs may put something before each line. */
function copyIn(line: string): CopiedLine | null {
  try {
    return JSON.parse(line.slice(line.indexOf('{'))).audit ?? null;
  } catch {
    return null;
  }
}
