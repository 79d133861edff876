import { type ReactElement, useEffect } from 'react';
import { useWords } from '../words/use-words.tsx';
import { notify } from './toasts.tsx';

type Props = { readonly trigger?: ReactElement };

/** Stands for a part whose file is missing: its button stays, and the person learns what helps. */
export function NotLoaded({ trigger }: Props) {
  const { notLoaded } = useWords().shell;
  useEffect(() => notify(notLoaded), [notLoaded]);
  return trigger ?? null;
}
