import type { z } from 'zod';
import { lockOAuthApp, replaceOAuthAppKeys, rotateOAuthAppSecret } from '../../../auth/apps.ts';
import type { ActCall } from '../../../contract/call.ts';
import { requireFound } from '../../../kit/errors.ts';
import { recheckMembership } from '../../organization/access/actions/recheck-membership.ts';
import type { Rotation } from '../schema.ts';
import { findUsedApp } from '../store.ts';
import { viewOAuthApp, viewUsedOAuthApp } from '../view.ts';

type Input = { params: { oauthAppId: string }; body: z.output<typeof Rotation> | undefined };

/**
 * Sets a new secret, returned only this once, or new keys. The app's previous credentials are refused from the commit
 * on.
 */
export const rotateOAuthAppSecretByPerson = async (call: ActCall, { params, body }: Input) => {
  const key = { orgId: call.orgId, id: params.oauthAppId };
  const old = requireFound(await lockOAuthApp(call.db.raw, key), 'OAuth App');
  call.checkVersion(old.version);
  await recheckMembership(call, 'leader');
  const tools = { clock: { now: () => call.now }, secretKeys: call.secretKeys };
  const rotated = body?.jwks
    ? { app: await replaceOAuthAppKeys(call.db.raw, tools, key, body.jwks), clientSecret: null }
    : await rotateOAuthAppSecret(call.db.raw, tools, key);
  const app = await findUsedApp(call.db, params.oauthAppId);
  if (!rotated?.app || !app) throw new Error('an app that was locked is gone');
  call.recordChange({
    type: 'app',
    before: viewOAuthApp(old),
    after: viewOAuthApp(app),
    version: app.version,
    events: ['oauth_app.secret_rotated'],
  });
  return { ...viewUsedOAuthApp(app), clientSecret: rotated.clientSecret };
};
