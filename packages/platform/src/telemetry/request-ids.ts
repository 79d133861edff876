import { AsyncLocalStorage } from 'node:async_hooks';

/** Of events and of calls between services; several ids are separated by commas. */
export const REQUEST_ID_HEADER = 'request-id';
/** Of spans; the same name as in log lines. */
export const REQUEST_ID_ATTRIBUTE = 'request_id';

const REQUEST_ID = /^[\w.-]{1,64}$/;
/** A batch of events comes from up to a thousand requests; lines and headers stay short. */
const IDS_MAX = 20;

type Headers = Readonly<Record<string, string>>;
type Carrier = { readonly key: string; readonly headers: Headers };
type Work = {
  readonly ids: readonly string[];
  /** In a batch, the ids of each key: what follows from an event has its key. */
  readonly byKey: ReadonlyMap<string, readonly string[]>;
};

const NONE: Work = { ids: [], byKey: new Map() };
const current = new AsyncLocalStorage<Work>();

/** Runs `work` for a request: its id stands in every line that is logged, and goes with every call and event. */
export function forRequest<T>(ids: string, work: () => T): T {
  return current.run({ ids: requestIdsIn(ids), byKey: NONE.byKey }, work);
}

/** Runs `work` for one more request, such as the one that began what the current one ends. */
export function alsoForRequest<T>(id: string | null, work: () => T): T {
  const { ids, byKey } = current.getStore() ?? NONE;
  return current.run({ ids: bounded([...requestIdsIn(id ?? ''), ...ids]), byKey }, work);
}

/** Runs `work` for the requests that led to the events. */
export function forEvents<T>(records: readonly Carrier[], work: () => T): T {
  const byKey = new Map<string, readonly string[]>();
  for (const { key, headers } of records) {
    const ids = requestIdsIn(headers[REQUEST_ID_HEADER] ?? '');
    if (ids.length > 0) byKey.set(key, bounded([...(byKey.get(key) ?? []), ...ids]));
  }
  return current.run({ ids: bounded([...byKey.values()].flat()), byKey }, work);
}

/** The requests that the current work is for. */
export function requestIds(): readonly string[] {
  return (current.getStore() ?? NONE).ids;
}

/** The header of an event that the current work leads to. */
export function requestHeaders(key: string): Record<string, string> {
  const { ids, byKey } = current.getStore() ?? NONE;
  const own = byKey.get(key) ?? ids;
  return own.length === 0 ? {} : { [REQUEST_ID_HEADER]: own.join() };
}

/** What others sent is only ever shown: what is malformed is left out. */
export function requestIdsIn(text: string): string[] {
  return bounded(text.split(',').filter((id) => REQUEST_ID.test(id)));
}

function bounded(ids: readonly string[]): string[] {
  return [...new Set(ids)].slice(0, IDS_MAX);
}
