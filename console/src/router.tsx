import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  useParams,
} from '@tanstack/react-router';
import { people } from './api/client.ts';
import { problemOf } from './api/problem.ts';
import { accountQuery, keepOrganization, lastOrganization, organizationsQuery } from './api/session.ts';
import { Today } from './pages/today.tsx';
import { Shell } from './ui/shell.tsx';
import { Fault, NoSuchPage, Waiting } from './ui/states.tsx';

type Context = { queries: QueryClient };

const textsOnly = (search: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

const root = createRootRouteWithContext<Context>()({ component: Outlet });

/** The identity provider sends people back to their destination, with the reason if it did not sign them in. */
const wayBack = (href: string): { returnTo: string; error?: string } => {
  const { pathname, searchParams } = new URL(href, window.location.origin);
  const error = searchParams.get('error') ?? undefined;
  for (const name of ['error', 'error_description']) searchParams.delete(name);
  return { returnTo: searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`, error };
};

/** Redirects to the sign-in if there is no session, and afterwards back to this address. */
const requireSession = async ({ queries }: Context, { href }: { href: string }): Promise<void> => {
  try {
    await queries.ensureQueryData(accountQuery);
  } catch (error) {
    if (problemOf(error).status === 401) throw redirect({ to: '/console/sign-in', search: wayBack(href) });
    throw error;
  }
};

const toFirstOrganization = async ({ queries }: Context): Promise<never> => {
  const organizations = await queries.ensureQueryData(organizationsQuery);
  const last = lastOrganization();
  const chosen =
    organizations.find(({ id }) => id === last) ?? (organizations.length === 1 ? organizations[0] : undefined);
  if (!chosen) throw redirect({ to: '/console/organizations' });
  throw redirect({ to: '/console/$orgId/today', params: { orgId: chosen.id } });
};

/** Signs in with a one-time link. In any case the link is removed from the address. */
const signInByLink = async ({ queries }: Context, token: string): Promise<never> => {
  const { response } = await people.POST('/session/link', { body: { token, transport: 'cookie' } });
  queries.clear();
  if (!response.ok) throw redirect({ to: '/console/sign-in', search: { error: 'link' }, replace: true });
  throw redirect({ to: '/', replace: true });
};

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context, location }) => {
    await requireSession(context, location);
    await toFirstOrganization(context);
  },
});

const consoleStart = createRoute({
  getParentRoute: () => root,
  path: '/console',
  beforeLoad: () => {
    throw redirect({ to: '/' });
  },
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/console/sign-in',
  validateSearch: textsOnly,
  beforeLoad: ({ context, search }) => (search.link === undefined ? undefined : signInByLink(context, search.link)),
  component: lazyRouteComponent(() => import('./pages/sign-in.tsx'), 'SignIn'),
});

const entry = (
  path: '/console/password' | '/console/invitation' | '/console/sign-up' | '/console/email',
  name: 'Password' | 'Invitation' | 'SignUp' | 'Email',
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: textsOnly,
    component: lazyRouteComponent(() => import('./pages/entry.tsx'), name),
  });

const chooseOrganization = createRoute({
  getParentRoute: () => root,
  path: '/console/organizations',
  beforeLoad: ({ context, location }) => requireSession(context, location),
  component: lazyRouteComponent(() => import('./pages/organizations.tsx'), 'Organizations'),
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/console/account',
  beforeLoad: ({ context, location }) => requireSession(context, location),
  component: lazyRouteComponent(() => import('./pages/account.tsx'), 'Account'),
});

const organization = createRoute({
  getParentRoute: () => root,
  path: '/console/$orgId',
  validateSearch: textsOnly,
  beforeLoad: async ({ context, location, params }) => {
    await requireSession(context, location);
    keepOrganization(params.orgId);
  },
  component: Shell,
});

/** All other screens are loaded when they are first shown. */
const page = <P extends string>(path: P, load: () => Promise<Record<string, unknown>>, name: string) =>
  createRoute({
    getParentRoute: () => organization,
    path,
    component: lazyRouteComponent(load as never, name as never),
  });

const List = lazyRouteComponent(() => import('./pages/things.tsx'), 'ThingList');
const One = lazyRouteComponent(() => import('./pages/things.tsx'), 'ThingPage');

/** A list of another kind begins again. */
const ListPage = () => {
  const { slug } = useParams({ strict: false });
  return <List key={slug} />;
};

const tree = root.addChildren([
  start,
  consoleStart,
  signIn,
  entry('/console/password', 'Password'),
  entry('/console/invitation', 'Invitation'),
  entry('/console/sign-up', 'SignUp'),
  entry('/console/email', 'Email'),
  chooseOrganization,
  account,
  organization.addChildren([
    createRoute({ getParentRoute: () => organization, path: '/today', component: Today }),
    page('/usage', () => import('./pages/usage.tsx'), 'Usage'),
    page('/revenue', () => import('./revenue/revenue.tsx'), 'Revenue'),
    page('/knowledge', () => import('./pages/knowledge.tsx'), 'Knowledge'),
    page('/connections/new', () => import('./pages/connect.tsx'), 'Connect'),
    page('/profile', () => import('./pages/profile.tsx'), 'Profile'),
    page('/branding', () => import('./pages/branding.tsx'), 'BrandingPage'),
    page('/mappings', () => import('./pages/field-mappings.tsx'), 'FieldMappings'),
    page('/offers/new', () => import('./pages/offer-form.tsx'), 'NewOffer'),
    page('/offers/$id/compare', () => import('./pages/offer-compare.tsx'), 'CompareOffers'),
    page('/offers/$id/edit', () => import('./pages/offer-form.tsx'), 'EditOffer'),
    createRoute({ getParentRoute: () => organization, path: '/$slug', component: ListPage }),
    createRoute({ getParentRoute: () => organization, path: '/$slug/$id', component: One }),
  ]),
]);

export const createConsoleRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: tree,
    context: { queries },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: Waiting,
    defaultPendingMs: 300,
    defaultErrorComponent: ({ error, reset }) => <Fault error={error} retry={reset} />,
    defaultNotFoundComponent: NoSuchPage,
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
