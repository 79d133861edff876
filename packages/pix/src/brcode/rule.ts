import { RULES } from './br-code.ts';
import { BrCodeError } from './br-code-error.ts';

/** Returns the value if it satisfies the named rule; the error quotes the rule. */
export function keepRule(rule: keyof typeof RULES, value: string): string {
  const { pattern, says } = RULES[rule];
  if (!pattern.test(value)) throw new BrCodeError(`"${value}" is not valid: ${says}`);
  return value;
}
