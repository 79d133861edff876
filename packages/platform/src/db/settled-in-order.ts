/**
 * Waits for statements that were sent together. Of several that failed the first one is thrown: in
 * a transaction those behind it fail only because of it.
 */
export async function settledInOrder(sent: readonly Promise<void>[]): Promise<void> {
  const outcomes = await Promise.allSettled(sent);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
