import { join } from 'node:path';
import { usageError } from '@entrada/command-line/command-error';
import type { Env } from '../command.ts';
import { configFolder, readPrivate, writePrivate } from './private-file.ts';

export const DEFAULT_PROFILE = 'default';
const NAME = /^[A-Za-z0-9._-]{1,40}$/;

export type Profile = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly mode: string;
};
export type Profiles = {
  /** The one that is used where none is named. */
  readonly current: string;
  readonly profiles: Readonly<Record<string, Profile>>;
};

const NONE: Profiles = { current: DEFAULT_PROFILE, profiles: {} };

export function readProfiles(env: Env): Profiles {
  const file = fileOf(env);
  const stored = readPrivate(file);
  if (stored === undefined) return NONE;
  const { current, profiles } = (stored ?? {}) as Partial<Profiles>;
  if (typeof current === 'string' && isProfiles(profiles)) return { current, profiles };
  throw usageError(`${file} has no profiles. Delete it and log in again.`);
}

export function writeProfiles(env: Env, profiles: Profiles): void {
  writePrivate(fileOf(env), profiles);
}

/** The profile by name, or the sentence that tells how to create it. */
export function findProfile(
  env: Env,
  name: string | undefined,
): Profile & { readonly name: string } {
  const { current, profiles } = readProfiles(env);
  const wanted = name ?? current;
  const found = Object.hasOwn(profiles, wanted) ? profiles[wanted] : undefined;
  if (found) return { name: wanted, ...found };
  if (name === undefined) {
    throw usageError('No API key. Run entrada login, or set ENTRADA_API_KEY and ENTRADA_BASE_URL.');
  }
  throw usageError(
    `There is no profile ${name}. Run entrada login --profile ${name}, or see entrada profiles.`,
  );
}

export function requireProfileName(name: string): string {
  if (NAME.test(name) && name !== '__proto__') return name;
  throw usageError('--profile must have 1 to 40 letters, digits, dots, dashes or underscores.');
}

function fileOf(env: Env): string {
  return join(configFolder(env), 'config.json');
}

function isProfiles(value: unknown): value is Profiles['profiles'] {
  return typeof value === 'object' && value !== null && Object.values(value).every(isProfile);
}

function isProfile(value: unknown): value is Profile {
  const { baseUrl, apiKey, mode } = (value ?? {}) as Partial<Profile>;
  return [baseUrl, apiKey, mode].every((one) => typeof one === 'string');
}
