import { z } from 'zod';

export type EnvSource = Readonly<Record<string, string | undefined>>;

export type Setting<T> = {
  readonly name: string;
  readonly meaning: string;
  readonly schema: z.ZodType<T>;
  readonly fallback?: T;
  /** What is wrong with a value where money is real, and what to do; undefined if it is safe. */
  liveProblem?(value: NonNullable<T>): string | undefined;
  /** Tests and demonstrations set it; where money is real it has its default. */
  readonly isForTests?: true;
};

type Settings = Readonly<Record<string, Setting<unknown>>>;
export type ConfigOf<S extends Settings> = {
  readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never;
};

/** The message lists every problem, one per line, without values: they may be secrets. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads a whole configuration and reports every problem at once. An empty value counts as absent. */
export function readConfig<S extends Settings>(
  source: EnvSource,
  settings: S,
  moreProblems: (config: Partial<ConfigOf<S>>) => string[] = () => [],
): ConfigOf<S> {
  const problems: string[] = [];
  const fields = Object.entries(settings).map(([field, setting]) => {
    const raw = source[setting.name];
    if (raw === undefined || raw === '') {
      if (!('fallback' in setting)) {
        problems.push(`${setting.name} is required: ${setting.meaning}`);
      }
      return [field, setting.fallback];
    }
    const parsed = setting.schema.safeParse(raw);
    if (!parsed.success) {
      const why = parsed.error.issues.map((issue) => issue.message).join(', ');
      problems.push(`${setting.name} ${why}: ${setting.meaning}`);
    }
    const value = parsed.data as NonNullable<unknown>;
    const unsafe = source.MODE === 'live' && parsed.success && setting.liveProblem?.(value);
    if (unsafe) problems.push(`${setting.name} ${unsafe}`);
    return [field, parsed.data];
  });
  const config = Object.freeze(Object.fromEntries(fields)) as ConfigOf<S>;
  problems.push(...moreProblems(config));
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}

type Fallback<T> = Pick<Setting<T>, 'fallback' | 'liveProblem'>;

export function text(name: string, meaning: string, options: Fallback<string> = {}) {
  return { name, meaning, schema: z.string(), ...options } satisfies Setting<string>;
}

export function optionalText(name: string, meaning: string): Setting<string | undefined> {
  return optional(text(name, meaning));
}

/** The same setting, optional. */
export function optional<T>(setting: Setting<T>): Setting<T | undefined> {
  return { ...(setting as Setting<T | undefined>), fallback: undefined };
}

/** A pace or bound that only tests and demonstrations change: live mode refuses it, and no document lists it. */
export function forTests<T>(setting: Setting<T>): Setting<T> {
  return {
    ...setting,
    isForTests: true,
    liveProblem: setting.liveProblem ?? (() => 'is for tests only: leave it out in live mode'),
  };
}

type Form = { readonly pattern: RegExp; readonly says: string };

export function matching(name: string, meaning: string, form: Form): Setting<string> {
  return { name, meaning, schema: z.string().regex(form.pattern, form.says) };
}

export function integer(
  name: string,
  meaning: string,
  { min = 0, max = Number.MAX_SAFE_INTEGER, ...options }: Fallback<number> & Bounds = {},
): Setting<number> {
  const schema = z
    .string()
    .regex(/^\d{1,16}$/, `must be an integer between ${min} and ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be an integer between ${min} and ${max}`);
  return { name, meaning, schema, ...options };
}
type Bounds = { min?: number; max?: number };

export function ratio(
  name: string,
  meaning: string,
  options: Fallback<number> = {},
): Setting<number> {
  const schema = z
    .string()
    .regex(/^(0(\.\d{1,9})?|1(\.0{1,9})?)$/, 'must be a number between 0 and 1, such as 0.1')
    .transform(Number);
  return { name, meaning, schema, ...options };
}

export function port(name: string, meaning: string, options: Fallback<number> = {}) {
  return integer(name, meaning, { min: 0, max: 65_535, ...options });
}

export function choice<const T extends string>(
  name: string,
  meaning: string,
  values: readonly [T, ...T[]],
  options: Fallback<T> = {},
): Setting<T> {
  const schema = z.enum(values, { error: `must be one of ${values.join(', ')}` });
  return { name, meaning, schema, ...options } as Setting<T>;
}

export function url(
  name: string,
  meaning: string,
  { protocols, ...options }: Fallback<string> & { protocols: readonly string[] },
): Setting<string> {
  const wanted = `must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`;
  const schema = z
    .string()
    .refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), wanted);
  return { name, meaning, schema, ...options };
}

/** For `liveProblem`: what goes over plain http can be read and changed on its way. */
export function plainHttp(url: string): string | undefined {
  return url.startsWith('https:') ? undefined : 'must start with https:// in live mode';
}

/** A key of AES-256: exactly 32 random bytes, in base64. */
export function encryptionKey(name: string, meaning: string): Setting<Buffer> {
  const { schema, ...others } = secretBytes(name, meaning);
  return {
    ...others,
    schema: schema.refine((bytes) => bytes.length === 32, 'must hold exactly 32 bytes'),
  };
}

/** A secret of at least 32 random bytes, in base64, such as `openssl rand -base64 32` prints. */
export function secretBytes(name: string, meaning: string): Setting<Buffer> {
  const schema = z
    .base64('must be base64')
    .transform((text) => Buffer.from(text, 'base64'))
    .refine((bytes) => bytes.length >= 32, 'must hold at least 32 bytes');
  return { name, meaning, schema, liveProblem: placeholder };
}

/** Bytes that are a text, as in compose.yaml, or one byte again and again are known to somebody. */
function placeholder(bytes: Buffer): string | undefined {
  const isKnown = /^[ -~]*$/.test(bytes.toString('latin1')) || new Set(bytes).size === 1;
  return isKnown
    ? 'must be random in live mode: set what openssl rand -base64 32 prints'
    : undefined;
}
