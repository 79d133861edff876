/** Topics are created by the migration job, never by using them. */
export class UnknownTopic extends Error {
  override readonly name = 'UnknownTopic';
  constructor(topics: readonly string[]) {
    super(`unknown topic among ${topics.join(', ')}: create it with the migration job first`);
  }
}
