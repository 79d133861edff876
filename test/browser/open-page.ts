import type { BrowserContext, Page, Request } from 'playwright-core';
import { theBrowser } from './chromium.ts';

/** For a slow machine with both cores in use; a test of how fast a page is sets its own time. */
const ACTION_WAIT_MAX_MS = 30_000;
export const PHONE_WIDTH_MAX = 480;
export const HEIGHTS = { phone: 740, desk: 900 };

export const LANGUAGES = ['pt-BR', 'en'] as const;
export const THEMES = ['light', 'dark'] as const;
export const WIDTHS = [360, 1_280] as const;

export type Look = {
  readonly language: (typeof LANGUAGES)[number];
  readonly theme: (typeof THEMES)[number];
  readonly width: number;
};

export type PageOptions = Partial<Look> & {
  /** The origin under test; a request to any other one is a problem. */
  readonly baseUrl: string;
  readonly javaScript?: boolean;
  readonly reducedMotion?: boolean;
  readonly forcedColors?: boolean;
  /** Of a session, as `name=value`. */
  readonly cookie?: string;
};

export type OpenPage = AsyncDisposable & {
  readonly page: Page;
  /** Takes out problems that the test causes itself. */
  allow(pattern: RegExp): void;
  /** What went wrong so far and is not allowed. */
  problems(): readonly string[];
};

/**
 * A tab with a profile of its own. Its end fails the test if the page logged an error, threw one, got a
 * failed reply, asked another origin or violated the content security policy.
 */
export async function openPage(options: PageOptions): Promise<OpenPage> {
  const { baseUrl, width = 1_280, theme = 'light', language = 'pt-BR' } = options;
  const isPhone = width <= PHONE_WIDTH_MAX;
  const browser = await theBrowser();
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { width, height: isPhone ? HEIGHTS.phone : HEIGHTS.desk },
    isMobile: isPhone,
    hasTouch: isPhone,
    colorScheme: theme,
    locale: language,
    timezoneId: 'America/Sao_Paulo',
    javaScriptEnabled: options.javaScript ?? true,
    reducedMotion: options.reducedMotion ? 'reduce' : 'no-preference',
    forcedColors: options.forcedColors ? 'active' : 'none',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(ACTION_WAIT_MAX_MS);
  if (options.cookie) {
    const [name = '', value = ''] = options.cookie.split('=');
    await context.addCookies([{ name, value, url: baseUrl }]);
  }
  const watched = await watchProblems(context, baseUrl);
  const page = await context.newPage();
  return {
    page,
    allow: watched.allow,
    problems: watched.problems,
    async [Symbol.asyncDispose]() {
      // A reply that a test holds back or changes may still be on its way to the page that goes.
      const pages = context.pages().map((one) => one.unrouteAll({ behavior: 'ignoreErrors' }));
      await Promise.all(pages);
      await context.close();
      expect(watched.problems()).toEqual([]);
    },
  };
}

/** Streams and replaced requests end this way when a page goes on: nothing failed. */
const ENDED_BY_PAGE = 'net::ERR_ABORTED';
/** What requests get while the gateway stops, is unavailable or has just begun. */
export const WHILE_STOPPED =
  /ERR_CONNECTION|ERR_EMPTY|ERR_INCOMPLETE|ERR_NETWORK|reply 50\d|status of 50\d/;
const REFUSED_FROM = 400;

/** Collects what must not happen on any page of ours. */
async function watchProblems(context: BrowserContext, baseUrl: string) {
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
