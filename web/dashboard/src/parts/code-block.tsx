import styles from './code-block.module.css';
import { CopyButton } from './copy-field.tsx';

type Props = { readonly code: string; readonly what: string };

/** Lines to copy into a terminal or a program: `<CodeBlock code={curl} what="curl" />`. */
export function CodeBlock({ code, what }: Props) {
  return (
    <div className={styles.block}>
      {/* biome-ignore lint/a11y/useSemanticElements: a landmark would repeat that of the card around it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <div className={styles.code} role="group" tabIndex={0} aria-label={what}>
        <pre>{code}</pre>
      </div>
      <div className={styles.copy}>
        <CopyButton text={code} what={what} />
      </div>
    </div>
  );
}
