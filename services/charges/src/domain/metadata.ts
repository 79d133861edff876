import { LIMITS } from '@entrada/contracts/limits';
import { fieldError } from '@entrada/platform/errors/app-error';

/** Pairs of texts that a client keeps with a charge. */
export type Metadata = Readonly<Record<string, string>>;

const { pairsMax, keyLengthMax, valueLengthMax } = LIMITS.charge.metadata;
const CONTROL_CHARACTER = /\p{Cc}/u;

export function parseMetadata(input: Metadata): Metadata {
  const pairs = Object.entries(input);
  if (pairs.length > pairsMax) throw fieldError('metadata', `must have at most ${pairsMax} pairs`);
  for (const [key, value] of pairs) {
    if (!isText(key, keyLengthMax) || key === '' || !isText(value, valueLengthMax)) {
      const wanted = `must have keys of 1 to ${keyLengthMax} and values of at most ${valueLengthMax} characters, without control characters`;
      throw fieldError('metadata', wanted);
    }
  }
  return input;
}

function isText(text: string, lengthMax: number): boolean {
  return text.length <= lengthMax && !CONTROL_CHARACTER.test(text);
}
