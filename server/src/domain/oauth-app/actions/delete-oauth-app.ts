import { deleteOAuthApp, lockOAuthApp } from '../../../auth/apps.ts';
import type { ActCall } from '../../../contract/call.ts';
import { requireFound } from '../../../kit/errors.ts';
import { viewOAuthApp } from '../view.ts';

/** Its tokens are refused on every replica within a second of the commit. */
export const deleteOAuthAppByPerson = async (call: ActCall, { params }: { params: { oauthAppId: string } }) => {
  const key = { orgId: call.orgId, id: params.oauthAppId };
  const app = requireFound(await lockOAuthApp(call.db.raw, key), 'OAuth App');
  call.checkVersion(app.version);
  await deleteOAuthApp(call.db.raw, key);
  const version = app.version + 1;
  call.recordChange({ type: 'app', before: viewOAuthApp(app), after: null, version, events: ['oauth_app.deleted'] });
  return '' as const;
};
