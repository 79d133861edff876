import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { parseDepositsSearch } from './pages/deposits/search.ts';
import { parseEndpointSearch } from './pages/endpoint/search.ts';
import { NotFoundPage } from './pages/not-found/not-found-page.tsx';
import { parseOverviewSearch } from './pages/overview/search.ts';
import { parseSignInSearch } from './pages/sign-in/search.ts';
import { parseStatementSearch } from './pages/statement/search.ts';
import { CrashPage, Frame } from './shell/frame.tsx';
import { lazyPage as lazy } from './shell/lazy-page.ts';
import type { Words } from './words/pt.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Of the browser's tab. */
    readonly title?: (words: Words) => string;
  }
  interface Register {
    readonly router: ReturnType<typeof createDashboardRouter>;
  }
}

const titled = (title: (words: Words) => string) => ({ staticData: { title } });

const root = createRootRoute({ component: Frame, notFoundComponent: NotFoundPage });

/** Before a log-in. */
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: parseSignInSearch,
  component: lazy(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
  ...titled((words) => words.session.signInTitle),
});
const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  component: lazy(() => import('./pages/sign-up/sign-up-page.tsx'), 'SignUpPage'),
  ...titled((words) => words.session.signUpTitle),
});
const forgotten = createRoute({
  getParentRoute: () => root,
  path: '/forgotten',
  component: lazy(
    () => import('./pages/forgotten-password/forgotten-password-page.tsx'),
    'ForgottenPasswordPage',
  ),
  ...titled((words) => words.session.forgotTitle),
});
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazy(
    () => import('./pages/reset-password/reset-password-page.tsx'),
    'ResetPasswordPage',
  ),
  ...titled((words) => words.session.resetTitle),
});
const confirm = createRoute({
  getParentRoute: () => root,
  path: '/confirm',
  component: lazy(() => import('./pages/confirm-email/confirm-email-page.tsx'), 'ConfirmEmailPage'),
  ...titled((words) => words.session.confirmEmailTitle),
});

/** Everything below is for an account: the shell asks who is logged in. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazy(() => import('./shell/shell.tsx'), 'Shell'),
});

const overview = createRoute({
  getParentRoute: () => shell,
  path: '/',
  validateSearch: parseOverviewSearch,
  component: lazy(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
  ...titled((words) => words.overview.title),
});
const deposits = createRoute({
  getParentRoute: () => shell,
  path: '/deposits',
  validateSearch: parseDepositsSearch,
  component: lazy(() => import('./pages/deposits/deposits-page.tsx'), 'DepositsPage'),
  ...titled((words) => words.deposits.title),
});
const newDeposit = createRoute({
  getParentRoute: () => shell,
  path: '/deposits/new',
  component: lazy(() => import('./pages/new-deposit/new-deposit-page.tsx'), 'NewDepositPage'),
  ...titled((words) => words.newDeposit.title),
});
const deposit = createRoute({
  getParentRoute: () => shell,
  path: '/deposits/$paymentLinkId',
  component: lazy(() => import('./pages/deposit/deposit-page.tsx'), 'DepositPage'),
  ...titled((words) => words.deposit.title),
});
const statement = createRoute({
  getParentRoute: () => shell,
  path: '/statement',
  validateSearch: parseStatementSearch,
  component: lazy(() => import('./pages/statement/statement-page.tsx'), 'StatementPage'),
  ...titled((words) => words.statement.title),
});
const keys = createRoute({
  getParentRoute: () => shell,
  path: '/keys',
  component: lazy(() => import('./pages/keys/keys-page.tsx'), 'KeysPage'),
  ...titled((words) => words.keys.title),
});
const webhooks = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks',
  component: lazy(() => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  ...titled((words) => words.webhooks.title),
});
const newWebhook = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/new',
  component: lazy(() => import('./pages/new-webhook/new-webhook-page.tsx'), 'NewWebhookPage'),
  ...titled((words) => words.webhooks.newTitle),
});
const endpoint = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/$webhookId',
  validateSearch: parseEndpointSearch,
  component: lazy(() => import('./pages/endpoint/endpoint-page.tsx'), 'EndpointPage'),
  ...titled((words) => words.webhooks.endpointTitle),
});
const delivery = createRoute({
  getParentRoute: () => shell,
  path: '/deliveries/$deliveryId',
  component: lazy(() => import('./pages/delivery/delivery-page.tsx'), 'DeliveryPage'),
  ...titled((words) => words.deliveries.title),
});
const account = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  component: lazy(() => import('./pages/account/account-page.tsx'), 'AccountPage'),
  ...titled((words) => words.account.title),
});

const forAccounts = shell.addChildren([
  overview,
  deposits,
  newDeposit,
  deposit,
  statement,
  keys,
  webhooks,
  newWebhook,
  endpoint,
  delivery,
  account,
]);
const routeTree = root.addChildren([signIn, signUp, forgotten, reset, confirm, forAccounts]);

export function createDashboardRouter() {
  return createRouter({
    routeTree,
    basepath: '/dashboard',
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: CrashPage,
  });
}
