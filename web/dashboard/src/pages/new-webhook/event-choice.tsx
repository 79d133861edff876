import type { EventKind } from '@entrada/client/gen/api';
import { useEventKinds } from '../../api/use-webhooks.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Checkboxes, Choices } from '../../ui/checkboxes.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { Words } from '../../words/pt.ts';
import { useWords } from '../../words/use-words.tsx';
import styles from './new-webhook-page.module.css';

/** What most receivers want, so it comes first. */
const MAIN = 'DEPOSIT_ASSET_SUCCESS';
/** Sent on request only. */
const TEST = 'WEBHOOK_TEST';

type Props = {
  readonly chosen: readonly string[];
  readonly onChange: (events: readonly string[]) => void;
  readonly error?: string | undefined;
};

/** Each kind of event with what it means and a sample of its body. */
export function EventChoice({ chosen, onChange, error }: Props) {
  const words = useWords();
  return (
    <Choices legend={words.webhooks.events} error={error}>
      <Loaded query={useEventKinds()} skeleton={<SkeletonRows rows={6} />}>
        {(kinds) => (
          <Checkboxes
            options={kinds
              .filter(({ name }) => name !== TEST)
              .toSorted((a, b) => Number(b.name === MAIN) - Number(a.name === MAIN))
              .map((kind) => optionOf(kind, words))}
            chosen={chosen}
            onChange={onChange}
            isInvalid={Boolean(error)}
          />
        )}
      </Loaded>
    </Choices>
  );
}

function optionOf({ name, description, sample }: EventKind, { webhooks }: Words) {
  return {
    value: name,
    label: (
      <>
        <code className={styles.event}>{name}</code>
        <span className={styles.description}>{webhooks.kinds[name] ?? description}</span>
      </>
    ),
    detail: (
      <details className={styles.samples}>
        <summary>{webhooks.sample}</summary>
        <CodeBlock code={JSON.stringify(sample, null, 2)} what={webhooks.sample} />
      </details>
    ),
  };
}
