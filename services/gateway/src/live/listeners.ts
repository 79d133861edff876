import { AppError } from '@entrada/platform/errors/app-error';

type Limits = {
  /** Such as `account`. */
  readonly each: string;
  readonly perNameMax: number;
  readonly max: number;
};

/** Who listens at this gateway, by the name of what is listened to; limited by name and in all. */
export function openListeners<T>({ each, perNameMax, max }: Limits) {
  const byName = new Map<string, Set<T>>();
  let count = 0;

  /** Until it is disposed. Null: there are too many. */
  function add(name: string, listener: T): Disposable | null {
    const own = byName.get(name) ?? new Set();
    if (own.size >= perNameMax || count >= max) return null;
    byName.set(name, own.add(listener));
    count += 1;
    return {
      [Symbol.dispose]() {
        if (!own.delete(listener)) return;
        count -= 1;
        if (own.size === 0) byName.delete(name);
      },
    };
  }

  return {
    add,
    /** Throws when there are too many. */
    admit(name: string, listener: T): Disposable {
      const added = add(name, listener);
      if (added) return added;
      if (count >= max) {
        throw new AppError('UNAVAILABLE', 'Server is overloaded', { reason: 'overloaded' });
      }
      throw new AppError('TOO_MANY_REQUESTS', `At most ${perNameMax} streams per ${each}`);
    },
    of: (name: string): ReadonlySet<T> | undefined => byName.get(name),
    names: () => byName.keys(),
    all: () => [...byName.values()].flatMap((own) => [...own]),
  };
}
