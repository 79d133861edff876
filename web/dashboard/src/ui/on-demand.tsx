import { type ReactElement, type ReactNode, Suspense, useState } from 'react';

type Props = {
  /** The button, as long as nobody has pressed it. */
  readonly button: (press: () => void) => ReactElement;
  /** What it opens, with a button of its own; its code is loaded with the first press. */
  readonly opened: () => ReactNode;
};

/** For what most visits never open: it costs the first load nothing. */
export function OnDemand({ button, opened }: Props) {
  const [isPressed, setPressed] = useState(false);
  const closed = button(() => setPressed(true));
  return isPressed ? <Suspense fallback={closed}>{opened()}</Suspense> : closed;
}
