/**
 * While work for a key runs, all who ask for it then share one run after it, so that none gets what was read before
 * it asked.
 */
export function shareNext<Item>(
  keyOf: (item: Item) => string,
  work: (item: Item) => Promise<void>,
): (item: Item) => Promise<void> {
  const underWay = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<void>>();

  function begin(key: string, item: Item): Promise<void> {
    next.delete(key);
    const working = work(item).finally(() => {
      if (!next.has(key)) underWay.delete(key);
    });
    underWay.set(key, working);
    return working;
  }

  return (item) => {
    const key = keyOf(item);
    const current = underWay.get(key);
    if (!current) return begin(key, item);
    const begun = next.get(key) ?? current.catch(() => {}).then(() => begin(key, item));
    next.set(key, begun);
    return begun;
  };
}
