type Bound<Functions> = {
  readonly [Name in keyof Functions]: Functions[Name] extends (
    first: never,
    ...rest: infer Rest
  ) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

/** The same functions over one pool or transaction, which is the first argument of each. */
export function bound<First, Functions extends object>(
  first: First,
  functions: Functions & Record<string, (first: First, ...rest: never[]) => unknown>,
): Bound<Functions> {
  const entries = Object.entries(functions).map(([name, call]) => [
    name,
    (...rest: never[]) => call(first, ...rest),
  ]);
  return Object.fromEntries(entries);
}
