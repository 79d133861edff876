import { type ComponentType, lazy } from 'react';

/**
 * A part of a page whose code is loaded when it is first shown. Where a new version no longer has its
 * file, `instead` is shown: an error would take down the whole page, with what is typed on it.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: ComponentType<Props>,
) {
  return lazy(async () => ({ default: await load().catch(() => instead) }));
}
