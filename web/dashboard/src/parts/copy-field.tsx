import { useEffect, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { useWords } from '../words/use-words.tsx';
import styles from './copy-field.module.css';

const SHOWN_MS = 2_000;

type CopiedText = { readonly text: string; readonly what: string };

/** Copies a text and says so; `what` names it: "Copy request id". */
export function CopyButton({ text, what }: CopiedText) {
  const words = useWords();
  const { isCopied, copy } = useCopy(text);
  const label = isCopied ? words.common.copied : words.common.copyWhat(what);
  return (
    <button type="button" className={styles.small} title={label} aria-label={label} onClick={copy}>
      <Icon name={isCopied ? 'check' : 'copy'} size={16} />
      <span className="visually-hidden" role="status">
        {isCopied ? words.common.copied : ''}
      </span>
    </button>
  );
}

type Props = CopiedText & {
  /** Wraps a long code instead of cutting it. */
  readonly whole?: boolean;
};

/** A code with a button that copies it: a key, a secret, a Pix code. */
export function CopyField({ text, what, whole = false }: Props) {
  const words = useWords();
  const { isCopied, copy } = useCopy(text);
  return (
    <div className={styles.field}>
      <code className={classNames(styles.text, whole && styles.whole)}>{text}</code>
      <button
        type="button"
        className={styles.button}
        aria-label={words.common.copyWhat(what)}
        onClick={copy}
      >
        <Icon name={isCopied ? 'check' : 'copy'} size={16} />
        <span role="status">{isCopied ? words.common.copied : words.common.copy}</span>
      </button>
    </div>
  );
}

function useCopy(text: string) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return { isCopied, copy: async () => setCopied(await copyText(text)) };
}

/** The clipboard needs https or localhost; elsewhere a hidden field is copied. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyFromField(text);
  }
}

function copyFromField(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  // Inside an open dialog, which would otherwise take the focus back.
  (before?.closest('[role="dialog"]') ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
