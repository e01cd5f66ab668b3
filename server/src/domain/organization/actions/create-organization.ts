import type { z } from 'zod';
import { countFounding, selectAccount } from '../../../auth/member-store.ts';
import type { ActCall } from '../../../contract/call.ts';
import { Refusal } from '../../../kit/errors.ts';
import { decodeId, encodeId } from '../../../kit/ids.ts';
import { insertUser } from '../access/user/store.ts';
import type { User } from '../access/user/user.ts';
import { viewUser } from '../access/user/view.ts';
import type { OrganizationRow } from '../organization.ts';
import type { NewOrganization } from '../schema.ts';
import { findOrganization, insertOrganization } from '../store.ts';
import { viewOrganization } from '../view.ts';

/** Maximum number of organizations that a person can create, including closed ones. */
export const createdMax = 100;
/** Maximum per day: enough to try things out, too few to abuse for sending mail. */
export const createdPerDay = 10;

/** Creates the organization of the call; its actor becomes the first user, an OWNER. */
export const createOrganization = async (call: ActCall, { body }: { body: z.output<typeof NewOrganization> }) => {
  const { accountId } = call;
  const account = accountId === undefined ? undefined : await selectAccount(call.db.raw, accountId);
  if (accountId === undefined || !account) throw new Refusal('Forbidden', 'Only a person can create an organization.');
  // The id is derived from the caller's Idempotency-Key, whose record expires before the organization does.
  if (await findOrganization(call.db))
    throw new Refusal('Conflict', 'This Idempotency-Key has already created an organization.');
  const refused = await countFounding(call.db.raw, accountId, { max: createdMax, aDay: createdPerDay });
  if (refused?.limit === 'aDay') {
    const message = `You have created ${createdPerDay} organizations within a day; create the next one later.`;
    const info = { limit: createdPerDay, used: createdPerDay };
    throw new Refusal('TooManyRequests', message, info, { 'retry-after': `${refused.waitSeconds}` });
  }
  if (refused) {
    throw new Refusal('Conflict', `You have created ${createdMax} organizations, which is the maximum.`, {
      limit: createdMax,
      used: createdMax,
    });
  }
  const id = decodeId('user', call.actor.id) ?? call.newId();
  const createdBy = encodeId('user', id);
  const made = { created_by: createdBy, creation_time: call.now, last_update_time: call.now, version: 1 };
  const organization: OrganizationRow = {
    id: call.orgId,
    name: body.name,
    description: body.description ?? '',
    email_domain: body.emailDomain ?? '',
    website: body.website ?? '',
    status: 'ACTIVE',
    info: {},
    ...made,
  };
  const owner: User = {
    id,
    account_id: accountId,
    email: account.email,
    first_name: account.first_name,
    last_name: account.last_name,
    role: 'OWNER',
    custom_role_id: null,
    status: 'ACTIVE',
    last_login_time: null,
    ...made,
  };
  const { name, description, email_domain: emailDomain, website } = organization;
  const row = { id: call.orgId, name, description, emailDomain, website, createdBy, now: call.now };
  await insertOrganization(call.db.raw, row);
  await insertUser(call.db, owner);
  const view = viewOrganization(organization);
  call.recordChange({ type: 'org', before: null, after: view, version: 1, events: ['organization.created'] });
  call.recordChange({ type: 'user', before: null, after: viewUser(owner) });
  return view;
};
