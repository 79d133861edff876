/** Waits for all, also after one has failed, and gives what they gave. */
export async function settled<T extends readonly unknown[]>(
  promises: {
    readonly [K in keyof T]: Promise<T[K]>;
  },
): Promise<T> {
  const outcomes = await Promise.allSettled(promises);
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }) as never;
}

type Tasks<T extends readonly unknown[]> = {
  readonly [K in keyof T]: (signal: AbortSignal) => Promise<T[K]>;
};

/** The first that fails stops the others; all have ended when this does. */
export async function allAtOnce<T extends readonly unknown[]>(
  signal: AbortSignal,
  tasks: readonly [...Tasks<T>],
): Promise<T> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const running = tasks.map((task) =>
    task(either).catch((error) => {
      failed.abort(error);
      // Not what a task says that was stopped: what stopped it.
      throw either.reason;
    }),
  );
  return (await settled(running)) as never;
}
