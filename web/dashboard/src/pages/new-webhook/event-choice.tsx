import type { EventKind } from '@entrada/client/gen/api';
import { useEventKinds } from '../../api/use-webhooks.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useWords } from '../../words/use-words.tsx';
import styles from './new-webhook-page.module.css';

/** What most receivers want, so it comes first. */
const MAIN = 'DEPOSIT_ASSET_SUCCESS';

type Props = {
  readonly chosen: readonly string[];
  readonly onChange: (events: readonly string[]) => void;
  readonly error?: string | undefined;
};

/** Each kind of event with what it means and a sample of its body. */
export function EventChoice({ chosen, onChange, error }: Props) {
  const words = useWords().webhooks;
  return (
    <fieldset className={styles.events}>
      <legend>{words.events}</legend>
      <Loaded query={useEventKinds()} skeleton={<SkeletonRows rows={6} />}>
        {(kinds) =>
          kinds
            .filter(({ name }) => name.startsWith('DEPOSIT_'))
            .toSorted((a, b) => Number(b.name === MAIN) - Number(a.name === MAIN))
            .map((kind) => (
              <Event
                key={kind.name}
                kind={kind}
                isInvalid={Boolean(error)}
                isChosen={chosen.includes(kind.name)}
                onChoose={(isChosen) =>
                  onChange(
                    isChosen
                      ? [...chosen, kind.name]
                      : chosen.filter((other) => other !== kind.name),
                  )
                }
              />
            ))
        }
      </Loaded>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

type EventProps = {
  readonly kind: EventKind;
  readonly isChosen: boolean;
  readonly isInvalid: boolean;
  readonly onChoose: (isChosen: boolean) => void;
};

function Event({ kind, isChosen, isInvalid, onChoose }: EventProps) {
  const words = useWords().webhooks;
  return (
    <div>
      <label className={styles.event}>
        <input
          type="checkbox"
          checked={isChosen}
          aria-invalid={isInvalid || undefined}
          onChange={({ target }) => onChoose(target.checked)}
        />
        <span>
          <code>{kind.name}</code>
          <span className={styles.description}>{words.kinds[kind.name] ?? kind.description}</span>
        </span>
      </label>
      {isChosen && (
        <details className={styles.samples}>
          <summary>{words.sample}</summary>
          <CodeBlock code={JSON.stringify(kind.sample, null, 2)} what={words.sample} />
        </details>
      )}
    </div>
  );
}
