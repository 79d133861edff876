/** The database role that alone may append to each topic, and the one that alone may move each consumer group. */
export type LogRights = {
  readonly topics: Readonly<Record<string, string>>;
  readonly groups: Readonly<Record<string, string>>;
};
