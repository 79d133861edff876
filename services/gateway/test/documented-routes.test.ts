import { testRuntime } from '@entrada/platform/testing/test-runtime';
import type { App } from '../src/app.ts';
import { buildRoutes } from '../src/transport/http/routes.ts';
import { ERROR_CODES } from '../src/transport/openapi/error-codes.ts';
import { docsPage } from '../src/transport/pages/docs-page.ts';
import { errorsPage } from '../src/transport/pages/errors-page.ts';
import { document, operations } from './contract.ts';

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
      admit: () => {},
      stopping: new AbortController().signal,
    },
  );
  const routes = routesIn((express.router as unknown as { stack: readonly Layer[] }).stack);
  expect(routes.sort()).toEqual(operations.map((operation) => operation.call).sort());
});

test('the documentation pages list every operation and code, and load nothing from other origins', () => {
  const docs = docsPage(document);
  for (const { call } of operations) expect(docs).toContain(`<code>${call}</code>`);
  const errors = errorsPage();
  for (const code of Object.keys(ERROR_CODES)) expect(errors).toContain(`id="${code}"`);
  expect(docs + errors).not.toMatch(/<script|style="|onclick|src="|https?:/);
});

test.each(['internal_error', 'provider_unavailable', 'unavailable', 'timeout'])(
  'the advice for an unknown outcome says how to retry safely: %s',
  (code) => {
    const [row = ''] = new RegExp(`<tr id="${code}">.*?</tr>`, 's').exec(errorsPage()) ?? [];
    expect(row).toContain('same Idempotency-Key');
    expect(row).toContain('look the deposit up by its <code>externalId</code>');
  },
);
