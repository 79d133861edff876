import { AppError } from '@entrada/platform/errors/app-error';

/** What a payer of the sandbox does. */
export const SANDBOX_SCENARIOS = [
  'pay',
  'late',
  'twice',
  'too_little',
  'too_much',
  'refuse',
  'slow',
] as const;
export type SandboxScenario = (typeof SANDBOX_SCENARIOS)[number];

/** Later than the grace that a charge has after its end. */
const LATE_BY_SECONDS = 120;
const SLOW_SECONDS = 10;
const SURPLUS_CENTS = 100;
const SECOND_MS = 1_000;

/** What the sandbox bank is asked to do, in the words of its control API. */
export type SandboxOrder = {
  readonly emv: string;
  readonly value?: number;
  readonly times?: number;
  readonly afterSeconds?: number;
  readonly force?: boolean;
  readonly refuse?: boolean;
};

/** What became of a payment in the sandbox. */
export type SandboxPayment = {
  readonly status: 'PAID' | 'SCHEDULED' | 'REFUSED';
  /** When a scheduled payment will be made. */
  readonly scheduledFor: string | null;
  readonly endToEndIds: readonly string[];
};

type Payable = { readonly emv: string; readonly value: number; readonly expiresAt: string };

export function sandboxOrder(
  scenario: SandboxScenario,
  { emv, value, expiresAt }: Payable,
  nowMs: number,
): SandboxOrder {
  switch (scenario) {
    case 'pay':
      return { emv };
    case 'late': {
      const secondsLeft = Math.ceil((Date.parse(expiresAt) - nowMs) / SECOND_MS);
      const isOver = secondsLeft <= 0;
      return isOver
        ? { emv, force: true }
        : { emv, force: true, afterSeconds: secondsLeft + LATE_BY_SECONDS };
    }
    case 'twice':
      return { emv, times: 2 };
    case 'too_little':
      if (value > 1) return { emv, value: value - 1 };
      throw new AppError('OUT_OF_RANGE', 'too_little needs a deposit of at least 2 cents', {
        reason: 'value_out_of_range',
      });
    case 'too_much':
      return { emv, value: value + SURPLUS_CENTS };
    case 'refuse':
      return { emv, refuse: true };
    case 'slow':
      return { emv, afterSeconds: SLOW_SECONDS };
  }
}
