import { testRuntime } from '@entrada/platform/testing/test-runtime';
import type { App } from '../src/app.ts';
import { docsSite } from '../src/transport/docs/site.ts';
import { buildRoutes } from '../src/transport/http/routes.ts';
import { documentedCalls } from './documented-calls.ts';

type Layer = {
  readonly route?: { readonly path: string | string[]; readonly methods: object };
  readonly handle: { readonly stack?: readonly Layer[] };
};

function routesIn(layers: readonly Layer[]): string[] {
  return layers.flatMap(({ route, handle }) => {
    if (!route) return routesIn(handle.stack ?? []);
    const [path = ''] = [route.path].flat();
    const methods = Object.keys(route.methods).filter((method) => method !== '_all');
    const documented = path.replace(/:(\w+)/g, '{$1}');
    return methods.map((method) => `${method.toUpperCase()} ${documented}`);
  });
}

test('every route is documented, and every documented route exists', () => {
  const express = buildRoutes(
    {} as App,
    { publicBaseUrl: 'http://localhost', callbackSecret: 'x', requestTimeoutMs: 1 },
    {
      runtime: testRuntime('gateway'),
      admit: () => true,
      stopping: new AbortController().signal,
    },
  );
  const routes = routesIn((express.router as unknown as { stack: readonly Layer[] }).stack);
  expect(routes.sort()).toEqual(documentedCalls.map(({ name }) => name).sort());
});

test.each(['internal_error', 'provider_unavailable', 'unavailable', 'timeout'])(
  'the advice for an unknown outcome says how to retry safely: %s',
  (code) => {
    const errors = docsSite('http://localhost').page('errors') ?? '';
    const [row = ''] = new RegExp(`<tr id="${code}">.*?</tr>`, 's').exec(errors) ?? [];
    expect(row).toContain('same Idempotency-Key');
    expect(row).toContain('look the deposit up by its <code>externalId</code>');
  },
);
