import { usageError } from '@entrada/command-line/command-error';
import type { Context } from '../command.ts';
import { findProfile } from './profiles.ts';

export const DEFAULT_BASE_URL = 'http://localhost:8080';

export type Settings = { readonly baseUrl: string; readonly apiKey: string };

/** From --profile, else from the environment, else from the current profile. */
export function settingsOf({ env, profile }: Context): Settings {
  const { ENTRADA_API_KEY, ENTRADA_BASE_URL, ENTRADA_PROFILE } = env;
  const name = profile ?? (ENTRADA_PROFILE || undefined);
  if (name !== undefined) return findProfile(env, name);
  if (ENTRADA_API_KEY) {
    return { apiKey: ENTRADA_API_KEY, baseUrl: ENTRADA_BASE_URL || DEFAULT_BASE_URL };
  }
  if (ENTRADA_BASE_URL) {
    // The stored key is for another server, and this one must not see it.
    throw usageError(
      'ENTRADA_BASE_URL is set without ENTRADA_API_KEY. Set both, or neither and use a profile.',
    );
  }
  return findProfile(env, undefined);
}

/** By the prefix of the key: live keys work on live installations only. */
export function modeOfKey(apiKey: string): 'live' | 'test' | null {
  if (apiKey.startsWith('ent_live_')) return 'live';
  return apiKey.startsWith('ent_test_') ? 'test' : null;
}
