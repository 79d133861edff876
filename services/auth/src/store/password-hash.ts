import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '@entrada/platform/errors/app-error';

type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number };
/** What the password gives with a salt and a cost. */
type DerivedKeys = Map<string, Promise<Buffer>>;
type PhcHash = { readonly cost: Cost; readonly salt: Buffer; readonly tag: Buffer };

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** Each takes a thread for tens of milliseconds; a longer queue would only make everybody wait. */
const IN_PROGRESS_MAX = 64;
const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

const derive = promisify(argon2);

export function openPasswords() {
  let inProgress = 0;

  async function tagOf(password: string, { cost, salt, tagLength }: DeriveOptions) {
    if (inProgress >= IN_PROGRESS_MAX) {
      throw new AppError('UNAVAILABLE', 'Too many log-ins at once');
    }
    inProgress += 1;
    try {
      return await derive('argon2id', { ...cost, nonce: salt, tagLength, message: password });
    } finally {
      inProgress -= 1;
    }
  }

  /** Verified in place of a hash when the address is unknown, so that both take equally long. */
  const decoy: PhcHash = {
    cost: COST,
    salt: randomBytes(SALT_BYTES),
    tag: randomBytes(TAG_BYTES),
  };

  async function matches(password: string, { cost, salt, tag }: PhcHash, derived: DerivedKeys) {
    const id = JSON.stringify([cost, b64(salt), tag.length]);
    const known = derived.get(id) ?? tagOf(password, { cost, salt, tagLength: tag.length });
    derived.set(id, known);
    return timingSafeEqual(await known, tag);
  }

  /** The first hash that the password matches. Takes equally long for none, and for any number with one salt. */
  async function firstMatch(password: string, hashes: readonly string[]): Promise<string | null> {
    const derived: DerivedKeys = new Map();
    if (hashes.length === 0) await matches(password, decoy, derived);
    for (const hash of hashes) if (await matches(password, parse(hash), derived)) return hash;
    return null;
  }

  return {
    /**
     * PHC string format, so that the cost can be raised without losing old hashes. With the salt of another hash, equal
     * passwords have equal hashes.
     */
    async hash(password: string, like?: string) {
      const salt = like === undefined ? randomBytes(SALT_BYTES) : parse(like).salt;
      const tag = await tagOf(password, { cost: COST, salt, tagLength: TAG_BYTES });
      const { memory, passes, parallelism } = COST;
      return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${b64(salt)}$${b64(tag)}`;
    },
    verify: async (password: string, hash: string) => (await firstMatch(password, [hash])) !== null,
    firstMatch,
    isOutdated(hash: string) {
      const { memory, passes, parallelism } = parse(hash).cost;
      return memory !== COST.memory || passes !== COST.passes || parallelism !== COST.parallelism;
    },
  };
}

type DeriveOptions = { readonly cost: Cost; readonly salt: Buffer; readonly tagLength: number };

function parse(hash: string): PhcHash {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(hash) ?? [];
  if (!memory) throw new Error('a stored password hash is not in the PHC format of argon2id');
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

function b64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/={1,2}$/, '');
}
