import { EntradaError } from '@entrada/client/entrada-error';
import { lazyRouteComponent } from '@tanstack/react-router';

/** The code of a page did not arrive: no connection, or a new version no longer has this file. */
export class PageNotLoaded extends EntradaError {}

/**
 * A page whose code is loaded when it is opened or pointed at. A failure matters only when the page is
 * drawn, because a reload while somebody points at a link would lose what is typed.
 */
export function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent<Module, Name>(
    () =>
      load().catch((cause: unknown) => {
        const facts = { status: 0, code: 'network_error', cause } as const;
        throw new PageNotLoaded('The page could not be loaded', facts);
      }),
    name,
  );
}
