import { randomBytes } from 'node:crypto';
import { createOAuthApp } from '../auth/apps.ts';
import { createOrganization } from '../domain/organization/actions/create-organization.ts';
import { organizationExists } from '../domain/organization/store.ts';
import { runAct } from '../engine/run-act.ts';
import { decodeId, encodeId } from '../kit/ids.ts';
import { insertAccount } from '../people/account-store.ts';
import { hashPassword } from '../people/password.ts';
import {
  type Company,
  type DemoApp,
  type DemoOptions,
  type DemoOrganization,
  type DemoOwner,
  type Draft,
  draftFile,
  writeSecret,
} from './draft.ts';

/** Creates the owner's account. Its password is on disk before it can be used. */
const makeOwner = async (
  { dataDir, environment: { database, ids } }: DemoOptions,
  draft: Draft,
  company: Company,
): Promise<DemoOwner & { accountId: string }> => {
  const owner = draft.owners[company.name] ?? {
    accountId: ids.next(),
    email: `owner@${company.emailDomain}`,
    password: randomBytes(18).toString('base64url'),
  };
  draft.owners[company.name] = owner;
  writeSecret(draftFile(dataDir), draft);
  const passwordHash = await hashPassword(owner.password);
  const account = {
    id: owner.accountId,
    loginId: ids.next(),
    email: owner.email,
    firstName: 'Olivia',
    lastName: 'Owner',
  };
  await database.system((system) => insertAccount(system, { ...account, passwordHash }));
  return owner;
};

/** An organization with its owner and an app of each access level. Continues with one already begun. */
export const makeOrganization = async (
  options: DemoOptions,
  draft: Draft,
  company: Company,
): Promise<DemoOrganization> => {
  const { dataDir, environment, secretKeys } = options;
  const { database, clock, ids } = environment;
  const known = draft.organizations.find((organization) => organization.name === company.name);
  const knownId = known && decodeId('org', known.organizationId);
  if (known && knownId && (await organizationExists(database, knownId))) return known;
  const { accountId, email, password } = await makeOwner(options, draft, company);
  const orgId = ids.next();
  const request = {
    orgId,
    actor: { type: 'user', id: encodeId('account', accountId), name: email },
    accountId,
    requestId: `demo-${company.account}`,
    action: 'createOrganization',
    emits: ['organization.created'],
  } as const;
  const { emailDomain } = company;
  const body = { name: company.name, emailDomain, website: `https://${emailDomain}` };
  await runAct(environment, request, async (call) => {
    const view = await createOrganization(call, { body });
    const apps: DemoApp[] = [];
    for (const accessLevel of ['EDITOR', 'VIEWER'] as const) {
      const name = `${company.name} ${accessLevel.toLowerCase()}`;
      const app = await createOAuthApp(
        call.db.raw,
        { ids, clock, secretKeys },
        { orgId, name, accessLevel, createdBy: 'demo' },
      );
      apps.push({ name, accessLevel, clientId: app.clientId, clientSecret: app.clientSecret });
    }
    const made = { organizationId: view.id, name: company.name, apps, owner: { email, password } };
    draft.organizations = [...draft.organizations.filter((other) => other.name !== company.name), made];
    writeSecret(draftFile(dataDir), draft);
    return view;
  });
  return draft.organizations.find(({ name }) => name === company.name) as DemoOrganization;
};
