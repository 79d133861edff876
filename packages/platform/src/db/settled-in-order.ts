/**
 * Waits for statements that were sent together. If several fail, the error of the first is thrown: in
 * a transaction the later ones fail only because of it.
 */
export async function settledInOrder(sent: readonly Promise<void>[]): Promise<void> {
  const outcomes = await Promise.allSettled(sent);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
