import { createLink } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, type Ref, useRef, useState } from 'react';
import { useWords } from '../words/use-words.tsx';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

type Look = {
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger' | undefined;
  readonly icon?: IconName | undefined;
  readonly wide?: boolean | undefined;
};
type Props = Look &
  Omit<ComponentProps<'button'>, 'onClick' | 'disabled'> & {
    /** While the promise it returns runs, the button is disabled and says so. */
    readonly onClick?: (() => unknown) | undefined;
    /** For work that the button does not start itself, such as a form. */
    readonly running?: boolean | undefined;
    readonly disabled?: boolean | undefined;
  };

export function Button(props: Props) {
  const { kind = 'plain', icon, wide, onClick, running, disabled, children, ...rest } = props;
  const words = useWords();
  const { isBusy, start } = useOneAtATime(onClick);
  const isRunning = running || isBusy;
  const isOff = isRunning || disabled;
  return (
    <button
      type="button"
      {...rest}
      // Not `disabled`: that would lose the keyboard's place on the page.
      aria-disabled={isOff || undefined}
      aria-busy={isRunning || undefined}
      className={classNames(styles.button, styles[kind], wide && styles.wide)}
      onClick={(event) => {
        // The second click of a double click may come after the first has done its work.
        if (isOff || event.detail > 1) event.preventDefault();
        else start();
      }}
    >
      {isRunning ? <span className={styles.spinner} /> : icon && <Icon name={icon} />}
      <span>{isRunning ? words.common.running : children}</span>
    </button>
  );
}

/** A second click, before the page could be drawn again, must not do anything twice. */
function useOneAtATime(work: (() => unknown) | undefined) {
  const running = useRef(false);
  const [isBusy, setBusy] = useState(false);
  function start(): void {
    if (running.current) return;
    const result = work?.();
    if (!(result instanceof Promise)) return;
    running.current = true;
    setBusy(true);
    const end = () => {
      running.current = false;
      setBusy(false);
    };
    result.then(end, end);
  }
  return { isBusy, start };
}

type AnchorProps = Look & ComponentProps<'a'> & { readonly ref?: Ref<HTMLAnchorElement> };

/** A plain link that looks like a button, such as a download. */
export function ButtonAnchor({ kind = 'plain', icon, wide, children, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={classNames(styles.button, styles[kind], wide && styles.wide)}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </a>
  );
}

/** A link to a page of the dashboard that looks like a button: `<ButtonLink to="/deposits">`. */
export const ButtonLink = createLink(ButtonAnchor);

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  readonly icon: IconName;
  readonly label: string;
};

/** Only a picture; the label is for screen readers and the tooltip. */
export function IconButton({ icon, label, ...rest }: IconButtonProps): ReactNode {
  return (
    <button type="button" title={label} {...rest} aria-label={label} className={styles.iconButton}>
      <Icon name={icon} />
    </button>
  );
}
