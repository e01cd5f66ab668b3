import { connectAccount, control, moveAccount } from './accounts.ts';
import { type Company, type DemoOptions, type Draft, draftFile, writeSecret } from './draft.ts';
import { type AzureApp, registerForNotifications } from './notifications.ts';

// The accounts in which a company sells together with AWS and Microsoft, and its CRMs.

const aws = { partner: 'AWS', service: 'COSELL', path: '/aws' } as const;
const azure = { partner: 'AZURE', service: 'COSELL', path: '/azure' } as const;
const hubspot = { partner: 'HUBSPOT', service: 'CRM', path: '/hubspot' } as const;

/** Partner Central has its own account: the seller's account sends its events to the marketplace's hook. */
const sellingId = ({ account }: Company): string => `3${account.slice(1)}`;
/** The MPN id. */
const partnerId = ({ account }: Company): string => `4711${account.slice(-3)}`;
const portalId = ({ account }: Company): string => `4567${account.slice(-4)}`;
const domainOf = ({ name }: Company): string => name.toLowerCase();

const connectAws = async (options: DemoOptions, draft: Draft, company: Company, orgId: string): Promise<void> => {
  const accountId = sellingId(company);
  const body = { kind: 'seller', id: accountId, name: company.name };
  const account = await control<Record<'accessKeyId' | 'secretAccessKey', string>>(
    options,
    'aws',
    'POST',
    '/account',
    body,
  );
  const credentials = { accessKeyId: account.accessKeyId, secretAccessKey: account.secretAccessKey };
  const keepSecret = (secret: string): void => {
    draft.hookSecrets[accountId] = secret;
    writeSecret(draftFile(options.dataDir), draft);
  };
  const url = await connectAccount(options, company, orgId, { ...aws, accountId, credentials }, keepSecret);
  const headers = { authorization: draft.hookSecrets[accountId] ?? '' };
  await control(options, 'aws', 'PUT', `/account/${accountId}/message-target`, { url, headers });
};

const publisherOf = (options: DemoOptions, company: Company): Promise<AzureApp> =>
  control<AzureApp>(options, 'azure', 'POST', '/account', { id: partnerId(company), name: company.name });

const connectAzure = async (options: DemoOptions, company: Company, orgId: string): Promise<void> => {
  const accountId = partnerId(company);
  const { tenantId, clientId, clientSecret } = await publisherOf(options, company);
  const user = { email: `partner@${company.emailDomain}` };
  const path = `/account/${accountId}/user`;
  const { refreshToken } = await control<{ refreshToken: string }>(options, 'azure', 'POST', path, user);
  const credentials = { tenantId, clientId, clientSecret, refreshToken };
  const url = await connectAccount(options, company, orgId, { ...azure, accountId, credentials });
  await registerForNotifications(options.urls.simulatorUrl, { tenantId, clientId, clientSecret }, url);
};

type SalesforceOrg = Record<'id' | 'domainPath' | 'clientId' | 'clientSecret', string>;

const salesforceOf = (options: DemoOptions, company: Company): Promise<SalesforceOrg> =>
  control(options, 'salesforce', 'POST', '/account', { domain: domainOf(company), name: company.name });

const salesforce = ({ domainPath }: Pick<SalesforceOrg, 'domainPath'>) =>
  ({ partner: 'SALESFORCE', service: 'CRM', path: domainPath }) as const;

const connectCrms = async (options: DemoOptions, company: Company, orgId: string): Promise<void> => {
  const made = await salesforceOf(options, company);
  const { id, clientId, clientSecret } = made;
  const credentials = { clientId, clientSecret };
  await connectAccount(options, company, orgId, { ...salesforce(made), accountId: id, credentials });
  const portal = { id: portalId(company), name: company.name };
  const { privateToken } = await control<{ privateToken: string }>(options, 'hubspot', 'POST', '/account', portal);
  const token = { accessToken: privateToken };
  await connectAccount(options, company, orgId, { ...hubspot, accountId: portal.id, credentials: token });
};

/** Connects simulated accounts of both co-sell partners and both CRMs. Idempotent. */
export const connectCoSell = async (
  options: DemoOptions,
  draft: Draft,
  company: Company,
  orgId: string,
): Promise<void> => {
  await connectAws(options, draft, company, orgId);
  await connectAzure(options, company, orgId);
  await connectCrms(options, company, orgId);
};

type Target = { messageTarget?: { headers?: Record<string, string> } | null };

/** Updates the accounts after the service's URL has changed. */
export const moveCoSell = async (options: DemoOptions, company: Company, orgId: string): Promise<void> => {
  const awsUrl = await moveAccount(options, company, orgId, aws);
  if (awsUrl) {
    const { accounts } = await control<{ accounts: (Target & { id: string })[] }>(options, 'aws', 'GET', '/account');
    const headers = accounts.find(({ id }) => id === sellingId(company))?.messageTarget?.headers ?? {};
    const path = `/account/${sellingId(company)}/message-target`;
    await control(options, 'aws', 'PUT', path, { url: awsUrl, headers });
  }
  const azureUrl = await moveAccount(options, company, orgId, azure);
  if (azureUrl) {
    await registerForNotifications(options.urls.simulatorUrl, await publisherOf(options, company), azureUrl);
    await moveAccount(options, company, orgId, salesforce(await salesforceOf(options, company)));
    await moveAccount(options, company, orgId, hubspot);
  }
};
