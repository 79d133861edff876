import { open } from 'node:fs/promises';
import { CHAIN_START } from '@entrada/auth/audit-chain';
import { CommandError, usageError } from '@entrada/command-line/command-error';
import type { AuditLogLine } from '@entrada/contracts/gen/auth/v1/AuditLogLine';
import type { WithEnv } from '../command.ts';
import { auditLinesAfter } from './audit.ts';

/** A line of the audit log as auth copied it to its process log. */
export type CopiedLine = {
  readonly seq: number;
  readonly hash: string;
  readonly prevHash: string;
  readonly at: string;
  readonly action: string;
  readonly subject: string;
  readonly accountId: string;
  readonly detail: Readonly<Record<string, unknown>>;
};

export type Comparison = {
  /** Copies of lines that the audit log no longer has, oldest first. */
  readonly lost: readonly CopiedLine[];
  /** Lost lines whose predecessor is neither in the audit log nor among the copies. */
  readonly afterGap: readonly CopiedLine[];
  /** What the audit log has, from the first copied line on. */
  readonly kept: readonly AuditLogLine[];
};

/** Compares the copies in a file of auth's process log with the audit log itself. */
export async function compareWithCopies(context: WithEnv, file: string): Promise<Comparison> {
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
