/** Topics are created by the migration job, never by using them. */
export class UnknownTopic extends Error {
  override readonly name = 'UnknownTopic';
  constructor(topics: readonly string[]) {
    super(`unknown topic among ${topics.join(', ')}: topics are created before they are used`);
  }
}
