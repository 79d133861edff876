import { api, plainApi } from './api.ts';

type Options = {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: object;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
};
type Loose = <Reply>(call: string, options?: Options) => Promise<Reply>;

/**
 * For calls that are agreed but not yet in the API's document. As soon as `npm run generate` brings
 * them, the caller changes to `api.request`; when nobody is left, this file goes.
 */
export const untyped = api.request as unknown as Loose;
/** The same without the dialogs. */
export const untypedPlain = plainApi.request as unknown as Loose;
