import type { Attributes, AttributeValue } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';

const URLS = new Set(['url.full', 'http.url']);
/** Secrets, and who calls: addresses of clients and what their programs say of themselves. */
const LEFT_OUT =
  /^(client\.|user_agent\.|http\.(client_ip|user_agent)$|network\.peer\.|net\.(peer|sock\.peer)\.(addr|ip|port)|url\.(query|path)|http\.target|http\.(request|response)\.header\.|rpc\.(request|response)\.metadata\.|db\.(query\.parameter|postgresql\.values))/;

/**
 * Removes secrets from every exported span: API keys in query strings, secrets in paths, credentials
 * in headers and error messages, which quote input. The route's pattern names the call.
 */
export function withoutSecrets(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(scrub), done),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/**
 * The log line of the same trace has the error's message and stack, redacted. Changes the span, which nobody else
 * reads: the exporter takes several times as long for one that inherits from another.
 */
function scrub(span: ReadableSpan): ReadableSpan {
  return Object.assign(span, {
    attributes: scrubAttributes(span.attributes),
    status: { code: span.status.code },
    events: span.events.map(({ attributes = {}, ...event }) => {
      const type = attributes['exception.type'];
      return { ...event, attributes: type === undefined ? {} : { 'exception.type': type } };
    }),
  });
}

export function scrubAttributes(attributes: Attributes): Attributes {
  const kept = Object.entries(attributes).filter(([name]) => !LEFT_OUT.test(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, URLS.has(name) ? originOf(value) : value]),
  );
}

function originOf(value: AttributeValue | undefined): string {
  return URL.parse(String(value))?.origin ?? '';
}
