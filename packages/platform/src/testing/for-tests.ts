/** What the tests of a file have acquired, in their order; undefined where that failed. */
const acquired: (AsyncDisposableStack | undefined)[] = [];

/**
 * What all tests of a file, or of a `describe`, use together: acquired before the first of them, released after the
 * last, the latest first. What is returned stands for it and can be used once tests run. It is released by its own
 * disposal, or as it was put on the stack.
 */
export function forTests<T extends object>(
  acquire: (stack: AsyncDisposableStack) => Promise<T> | T,
): T {
  let value: T | undefined;
  beforeAll(async () => {
    // Pushed even if it fails: each afterAll takes one away.
    const place = acquired.push(undefined) - 1;
    await using stack = new AsyncDisposableStack();
    value = await acquire(stack);
    if (isDisposable(value)) stack.use(value);
    acquired[place] = stack.move();
  });
  afterAll(() => acquired.pop()?.disposeAsync());
  return standIn(() => value);
}

/** Stands for an object that is known later. */
export function standIn<T extends object>(find: () => T | undefined): T {
  const forward =
    (trap: keyof typeof Reflect) =>
    (_target: object, ...rest: readonly unknown[]) => {
      const value = find();
      if (!value) throw new Error('It is used before its tests run, or could not be acquired.');
      return (Reflect[trap] as (...args: unknown[]) => unknown)(value, ...rest);
    };
  const handler = new Proxy({}, { get: (_, trap) => forward(trap as keyof typeof Reflect) });
  return new Proxy({}, handler) as T;
}

function isDisposable(value: object): value is AsyncDisposable {
  return Symbol.asyncDispose in value;
}
