import { Entrada } from '@entrada/client/entrada';
import { usageError } from '@entrada/command-line/command-error';
import type { Context } from '../command.ts';
import { type ObservedFetch, observeFetch } from './observe-fetch.ts';
import { type Settings, settingsOf } from './settings.ts';

export type Connection = Settings & {
  readonly entrada: Entrada;
  readonly observed: ObservedFetch;
};

type Options = { readonly reportsOutages?: boolean };

/** The API with the key of the profile. Nothing is sent yet. */
export function connect(context: Context, options: Options = {}): Connection {
  return connectTo(context, settingsOf(context), options);
}

export function connectTo(context: Context, settings: Settings, options: Options = {}): Connection {
  const observed = observeFetch(context, options);
  try {
    const { fetch } = observed;
    const entrada = new Entrada({ ...settings, fetch, timeoutMs: context.timeoutMs });
    return { ...settings, entrada, observed };
  } catch (error) {
    // The client names its own settings, and never the key.
    const sentence = (error as Error).message
      .replace(/^apiKey/, 'The API key')
      .replace(/^baseUrl/, 'The base URL');
    throw usageError(`${sentence}.`, error);
  }
}
