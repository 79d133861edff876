import type { BrowserContext, Request } from 'playwright-core';

/** Streams and replaced requests end this way when a page goes on: nothing failed. */
const ENDED_BY_PAGE = 'net::ERR_ABORTED';
/** What requests get while the gateway stops, is unavailable or has just begun. */
export const WHILE_STOPPED =
  /ERR_CONNECTION|ERR_EMPTY|ERR_INCOMPLETE|ERR_NETWORK|reply 50\d|status of 50\d/;
const REFUSED_FROM = 400;

/** Collects what must not happen on any page of ours. */
export async function watchProblems(context: BrowserContext, baseUrl: string) {
  const { origin } = new URL(baseUrl);
  const seen: string[] = [];
  const allowed: RegExp[] = [];
  const note = (problem: string) => void seen.push(problem);

  context.on('console', (message) => {
    if (message.type() === 'error') note(`console: ${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (error) => note(`page error: ${String(error.error())}`));
  context.on('request', (request) => {
    if (isForeign(request, origin)) note(`request to another origin: ${request.url()}`);
  });
  context.on('requestfailed', (request) => {
    const cause = request.failure()?.errorText ?? '';
    if (cause !== ENDED_BY_PAGE) note(`request failed: ${request.url()} ${cause}`);
  });
  context.on('response', (response) => {
    if (response.status() >= REFUSED_FROM) note(`reply ${response.status()}: ${response.url()}`);
  });
  await context.exposeBinding('entradaPolicyViolation', (_source, violation: string) =>
    note(`content security policy: ${violation}`),
  );
  await context.addInitScript(reportViolations);

  return {
    allow: (pattern: RegExp) => void allowed.push(pattern),
    problems: (): readonly string[] =>
      seen.filter((problem) => !allowed.some((pattern) => pattern.test(problem))),
  };
}

function isForeign(request: Request, origin: string): boolean {
  const url = new URL(request.url());
  return url.protocol.startsWith('http') && url.origin !== origin;
}

/** Runs in the page. */
function reportViolations(): void {
  const page = globalThis as unknown as {
    addEventListener(name: string, listener: (event: Violation) => void): void;
    entradaPolicyViolation(violation: string): void;
  };
  type Violation = { violatedDirective: string; blockedURI: string; sourceFile: string };
  page.addEventListener('securitypolicyviolation', (event) => {
    page.entradaPolicyViolation(
      `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`,
    );
  });
}
