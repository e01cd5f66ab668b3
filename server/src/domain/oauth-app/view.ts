import type { z } from 'zod';
import type { OAuthApp as App } from '../../auth/apps.ts';
import { encodeId } from '../../kit/ids.ts';
import type { UsedOAuthApp } from './oauth-app.ts';
import type { OAuthApp } from './schema.ts';

type View = z.input<typeof OAuthApp>;

/** The members of an app that the audit trail shows: neither its secret nor its use. */
export const viewOAuthApp = (app: App): Omit<View, 'clientSecret' | 'lastUsedTime' | 'callCount30Days'> => ({
  id: encodeId('app', app.id),
  organizationID: encodeId('org', app.orgId),
  name: app.name,
  description: app.description,
  accessLevel: app.accessLevel,
  ...(app.customRoleId === null ? {} : { customRoleId: encodeId('role', app.customRoleId) }),
  clientId: app.clientId,
  ...(app.jwks === null ? {} : { jwks: { keys: app.jwks.keys.map((key) => ({ ...key })) } }),
  createdBy: app.createdBy,
  creationTime: app.creationTime.toISOString(),
  lastUpdateTime: app.lastUpdateTime.toISOString(),
});

/** An app as clients see it. */
export const viewUsedOAuthApp = (app: UsedOAuthApp): View => ({
  ...viewOAuthApp(app),
  ...(app.lastUsedTime === null ? {} : { lastUsedTime: app.lastUsedTime.toISOString() }),
  callCount30Days: app.callCount,
});
