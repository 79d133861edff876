/** What a message holds of a value: a time as text, and nothing for null. */
type MessageOf<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? MessageOf<Item>[]
    : T extends object
      ? { [Field in keyof T]?: MessageOf<NonNullable<T[Field]>> }
      : T;

/** Fields as a message of a service holds them. Fields that the message does not have are not sent. */
export function messageOf<T extends object>(fields: T): MessageOf<T> {
  return inMessage(fields) as MessageOf<T>;
}

function inMessage(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(inMessage);
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.entries(value).filter(([, one]) => one !== null && one !== undefined);
  return Object.fromEntries(known.map(([name, one]) => [name, inMessage(one)]));
}
