import { deleteOAuthApp, lockOAuthApp } from '../../../auth/apps.ts';
import type { ActCall } from '../../../contract/call.ts';
import { notFound } from '../../../kit/errors.ts';
import { viewOAuthApp } from '../view.ts';

/** Its tokens stop on every replica within a second of the commit. */
export const deleteOAuthAppByPerson = async (call: ActCall, { params }: { params: { oauthAppId: string } }) => {
  const key = { orgId: call.orgId, id: params.oauthAppId };
  const app = await lockOAuthApp(call.db.raw, key);
  if (!app) throw notFound('OAuth App');
  call.checkVersion(app.version);
  await deleteOAuthApp(call.db.raw, key);
  const before = viewOAuthApp(app);
  const version = app.version + 1;
  call.changed({ type: 'app', id: before.id, name: app.name, before, after: null });
  call.emit({ name: 'oauth_app.deleted', entityType: 'app', entityId: before.id, version, payload: before });
  return '' as const;
};
