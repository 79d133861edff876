import { openSharedState } from '../ui/shared-state.ts';

const isOpen = openSharedState(false);

export const useShortcutsOpen: () => boolean = isOpen.use;

export function openShortcuts(): void {
  isOpen.set(true);
}

export function closeShortcuts(): void {
  isOpen.set(false);
}
