/** In messages an empty text says that there is none. */
export function orNull(text: string): string | null {
  return text === '' ? null : text;
}

/** A field that a reply must have. */
export function present<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`a reply came without its ${what}`);
  return value;
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the fields that were left out: a message has no place for undefined. */
export function given<T extends object>(fields: T): Given<T> {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as Given<T>;
}
