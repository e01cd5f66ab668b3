import type { z } from 'zod';
import { createOAuthApp, createOAuthAppWithKeys } from '../../../auth/apps.ts';
import { knownPermissions } from '../../../auth/permissions.ts';
import { countAppsAlone } from '../../../auth/store.ts';
import type { ActCall } from '../../../contract/call.ts';
import { badRequest, Refusal } from '../../../kit/errors.ts';
import { decodeId } from '../../../kit/ids.ts';
import { recheckMembership } from '../../organization/access/actions/recheck-membership.ts';
import { checkHolds } from '../../organization/access/role/role.ts';
import { oauthAppsMax } from '../oauth-app.ts';
import type { NewOAuthApp } from '../schema.ts';
import { holdRolePermissions } from '../store.ts';
import { viewOAuthApp } from '../view.ts';

type Body = z.output<typeof NewOAuthApp>;
type Asked = { level: 'VIEWER' | 'EDITOR' } | { customRoleId: string; path: string };

const refuse = (path: string, code: string, message: string): never => {
  throw badRequest([{ path, code, message }]);
};

const readAccessLevel = ({ accessLevel, customRoleId }: Body): Asked => {
  if (accessLevel === 'CUSTOM') {
    if (!customRoleId) return refuse('customRoleId', 'required', 'is required with the access level CUSTOM');
    return { customRoleId, path: 'customRoleId' };
  }
  if (accessLevel === 'VIEWER' || accessLevel === 'EDITOR') {
    return customRoleId
      ? refuse('customRoleId', 'conflict', 'cannot be combined with a built-in access level')
      : { level: accessLevel };
  }
  const named = decodeId('role', accessLevel);
  if (named === null) {
    return refuse('accessLevel', 'choice', 'must be VIEWER, EDITOR, CUSTOM, or the id of a custom role');
  }
  return customRoleId && customRoleId !== named
    ? refuse('customRoleId', 'conflict', 'is not the role that accessLevel names')
    : { customRoleId: named, path: 'accessLevel' };
};

/** Locks the role until the app exists; after that it cannot be deleted. */
const grantable = async (call: ActCall, asked: Asked): Promise<'VIEWER' | 'EDITOR' | { customRoleId: string }> => {
  if ('level' in asked) return asked.level;
  const permissions = await holdRolePermissions(call.db, asked.customRoleId);
  if (!permissions) return refuse(asked.path, 'not_found', 'no such role');
  checkHolds(call.membership, knownPermissions(permissions));
  return { customRoleId: asked.customRoleId };
};

/** Returns the secret of the new app, only this once. An app with keys has none. */
export const createOAuthAppByPerson = async (call: ActCall, { body }: { body: Body }) => {
  const accessLevel = await grantable(call, readAccessLevel(body));
  await recheckMembership(call, 'leader');
  if ((await countAppsAlone(call.db.raw, call.orgId)) >= oauthAppsMax) {
    throw new Refusal('Conflict', `An organization has at most ${oauthAppsMax} OAuth Apps.`, { limit: oauthAppsMax });
  }
  const tools = { ids: { next: () => call.newId() }, clock: { now: () => call.now }, secretKeys: call.secretKeys };
  const description = body.description ?? '';
  const wanted = { orgId: call.orgId, name: body.name, description, accessLevel, createdBy: call.actor.id };
  const { app, clientSecret } = body.jwks
    ? { app: await createOAuthAppWithKeys(call.db.raw, tools, wanted, body.jwks), clientSecret: null }
    : await createOAuthApp(call.db.raw, tools, wanted);
  const after = viewOAuthApp(app);
  call.recordChange({ type: 'app', before: null, after, version: app.version, events: ['oauth_app.created'] });
  return { ...after, clientSecret, callCount30Days: 0 };
};
