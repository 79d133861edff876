import type { Ports } from '../ports.ts';

export function markSeen({ books }: Pick<Ports, 'books'>) {
  return (eventIds: readonly string[]): Promise<void> => books.markSeen(eventIds);
}
