import { readdirSync, readFileSync } from 'node:fs';

const SCHEMAS = new URL('../../../docs/events/schemas/', import.meta.url);

export type EventKind = {
  /** As in `event` of a body. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of a body. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** A body. */
  readonly sample: Readonly<Record<string, unknown>>;
};

type Schema = {
  readonly title: string;
  readonly description: string;
  readonly examples: readonly [Record<string, unknown>];
};

/** What webhooks report, from the schemas that document it: these files are the only source. */
export function readEventKinds(): readonly EventKind[] {
  return readdirSync(SCHEMAS)
    .toSorted()
    .map((file) => {
      const schema: Schema = JSON.parse(readFileSync(new URL(file, SCHEMAS), 'utf8'));
      const { title, description, examples } = schema;
      return { name: title, description, schema, sample: examples[0] };
    });
}
