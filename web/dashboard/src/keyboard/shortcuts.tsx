import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { ALL_SECTIONS } from '../shell/sections.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { NotLoaded } from '../ui/not-loaded.tsx';
import { openShortcuts, useShortcutsOpen } from './shortcut-help-state.ts';

const ShortcutHelp = lazyPart(
  async () => (await import('./shortcut-help.tsx')).ShortcutHelp,
  NotLoaded,
);

/** How long after `g` a letter still belongs to it. */
const SECOND_KEY_MAX_MS = 1_500;

/** Keys that work on every page, unless the person is typing or a dialog is open. */
export function Shortcuts() {
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = keyHandler((to) => void navigate({ to }));
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [navigate]);
  const isHelpOpen = useShortcutsOpen();
  return <Suspense fallback={null}>{isHelpOpen && <ShortcutHelp />}</Suspense>;
}

type Go = (to: NonNullable<NavigateOptions['to']>) => void;

function keyHandler(go: Go): (event: KeyboardEvent) => void {
  let goPressedAt = Number.NEGATIVE_INFINITY;
  const actions: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    '/': () => search(go),
    g: ({ timeStamp }) => {
      goPressedAt = timeStamp;
    },
    n: () => go('/deposits/new'),
    '?': openShortcuts,
  };
  const sectionAfterG = ({ key, timeStamp }: KeyboardEvent) => {
    // By when the keys were pressed: a busy page handles events late.
    if (timeStamp - goPressedAt > SECOND_KEY_MAX_MS) return undefined;
    const section = ALL_SECTIONS.find(({ letter }) => letter === key);
    return section && (() => go(section.to));
  };
  return (event) => {
    const action = isSearchChord(event)
      ? () => search(go)
      : isForPage(event) && (sectionAfterG(event) ?? actions[event.key]);
    if (!action) return;
    event.preventDefault();
    action(event);
  };
}

/** The search field of the page, else the page that has one. */
function search(go: Go): void {
  const field = document.querySelector<HTMLElement>('[data-search]');
  if (field) field.focus();
  else go('/deposits');
}

function isSearchChord({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey);
}

function isForPage({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || document.querySelector('[role="dialog"]')) return false;
  const typed = 'input, textarea, select, [contenteditable]';
  return !(target instanceof Element) || target.closest(typed) === null;
}
