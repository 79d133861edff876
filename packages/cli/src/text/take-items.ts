/** The first items of a list, which reads no more pages than they need. */
export async function takeItems<T>(list: AsyncIterable<T>, max: number): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) {
    items.push(item);
    if (items.length >= max) break;
  }
  return items;
}
