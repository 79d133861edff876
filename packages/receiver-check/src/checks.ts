import { randomBytes, randomUUID } from 'node:crypto';
import { type SignedMessage, signed } from './message.ts';
import type { Post, PostResult } from './post.ts';

type Grade = 'pass' | 'warn' | 'FAIL';
export type Finding = {
  readonly check: string;
  readonly grade: Grade;
  readonly found: string;
};
type Judgement = Omit<Finding, 'check'>;
type Check = {
  readonly name: string;
  readonly run: (post: Post, secret: string) => Promise<Judgement>;
};

/** A receiver that takes longer works, but should answer first and work afterwards. */
const QUICK_MAX_MS = 5_000;
/** The libraries allow five minutes. */
const STALE_MS = 10 * 60 * 1_000;
const HUGE_BYTES = 262_144;
const BURST = 20;

export const CHECKS: readonly Check[] = [
  {
    name: 'good',
    run: async (post, secret) => accepted(await post(signed({ secret }))),
  },
  {
    name: 'bad signature',
    run: async (post) => {
      const stranger = `whsec_${randomBytes(24).toString('base64')}`;
      return refused(await post(signed({ secret: stranger })), 'anybody can forge events');
    },
  },
  {
    name: 'altered body',
    run: async (post, secret) =>
      refused(await post(altered(signed({ secret }))), 'bodies are not checked'),
  },
  {
    name: 'no signature',
    run: async (post, secret) =>
      refused(await post(unsigned(signed({ secret }))), 'anybody can forge events'),
  },
  {
    name: 'stale timestamp',
    run: async (post, secret) => {
      const at = new Date(Date.now() - STALE_MS);
      return refused(await post(signed({ secret, at })), 'recorded events can be played again');
    },
  },
  {
    name: 'duplicate',
    run: async (post, secret) => {
      const message = signed({ secret });
      return both(await post(message), await post(message), 'a repeat must be answered 2xx too');
    },
  },
  {
    name: 'out of order',
    run: async (post, secret) => {
      const older = signed({ secret, id: randomUUID(), at: new Date(Date.now() - 60_000) });
      const newer = signed({ secret });
      return both(
        await post(newer),
        await post(older),
        'an older event must be taken after a newer one',
      );
    },
  },
  {
    name: 'two signatures',
    run: async (post, secret) => accepted(await post(rotated(signed({ secret })))),
  },
  { name: 'slow', run: slowest },
  {
    name: 'huge',
    run: async (post, secret) => {
      const huge = await post(signed({ secret, paddingBytes: HUGE_BYTES }));
      // No event of today is so large; a receiver may refuse it, but must stay well.
      const after = accepted(await post(signed({ secret })));
      if (after.grade === 'FAIL') return { grade: 'FAIL', found: `afterwards: ${after.found}` };
      return { grade: 'pass', found: `${describe(huge)} to 256 kB, and well afterwards` };
    },
  },
];

/** Many at once, as after an outage; the slowest response counts. */
async function slowest(post: Post, secret: string): Promise<Judgement> {
  const responses = await Promise.all(
    Array.from({ length: BURST }, () => post(signed({ secret }))),
  );
  const failed = responses.map(accepted).find(({ grade }) => grade === 'FAIL');
  if (failed) return failed;
  const ms = Math.max(...responses.map((response) => response.ms));
  const found = `slowest of ${BURST} at once took ${Math.round(ms)} ms`;
  return ms > QUICK_MAX_MS
    ? { grade: 'warn', found: `${found}; answer first, work afterwards` }
    : { grade: 'pass', found };
}

function accepted(response: PostResult): Judgement {
  return { grade: isTaken(response) ? 'pass' : 'FAIL', found: describe(response) };
}

function refused(response: PostResult, danger: string): Judgement {
  if (isTaken(response)) return { grade: 'FAIL', found: `${describe(response)}: ${danger}` };
  const isClear = response.status !== null && response.status >= 400 && response.status < 500;
  return { grade: isClear ? 'pass' : 'warn', found: describe(response) };
}

function both(first: PostResult, second: PostResult, rule: string): Judgement {
  const found = `${describe(first)}, then ${describe(second)}`;
  if (isTaken(first) && isTaken(second)) return { grade: 'pass', found };
  return { grade: 'FAIL', found: `${found}: ${rule}` };
}

function isTaken({ status }: PostResult): boolean {
  return status !== null && status >= 200 && status < 300;
}

function describe({ status, problem }: PostResult): string {
  return status === null ? problem : `answered ${status}`;
}

function altered({ body, headers }: SignedMessage): SignedMessage {
  return { headers, body: body.replace('No money', 'Much money') };
}

function unsigned({ body, headers }: SignedMessage): SignedMessage {
  const { 'webhook-signature': _signature, ...rest } = headers;
  return { body, headers: rest };
}

/** As during the day after a secret was rotated: one signature that fits and one that does not. */
function rotated({ body, headers }: SignedMessage): SignedMessage {
  const other = `v1,${randomBytes(32).toString('base64')}`;
  return {
    body,
    headers: { ...headers, 'webhook-signature': `${other} ${headers['webhook-signature']}` },
  };
}

/** One line a check, in columns. */
export function table(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  return findings
    .map(({ check, grade, found }) => `${grade.padEnd(4)}  ${check.padEnd(width)}  ${found}`)
    .join('\n');
}

export function summary(findings: readonly Finding[]): string {
  const count = (grade: Finding['grade']) => findings.filter((f) => f.grade === grade).length;
  const verdict = isFailing(findings) ? 'This receiver is not ready.' : 'This receiver is ready.';
  return `${count('pass')} passed, ${count('warn')} warnings, ${count('FAIL')} failed. ${verdict}`;
}

export function isFailing(findings: readonly Finding[]): boolean {
  return findings.some(({ grade }) => grade === 'FAIL');
}
