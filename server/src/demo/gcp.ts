import { connectAccount, control, moveAccount } from './accounts.ts';
import type { Company, DemoOptions } from './draft.ts';

/** The simulator's bucket of a provider's reports. */
const reportsOf = (providerId: string): string => `${providerId}-marketplace-reports`;

const providerOf = ({ name }: Company): string => `${name.toLowerCase()}-public`;

/** The product: a monthly or yearly subscription plus usage, and a plan charged by usage alone. */
const aProduct = (company: Company) => ({
  accountId: providerOf(company),
  title: company.title,
  plans: [
    {
      plan: 'pro',
      title: 'Pro',
      monthlyPrice: '100',
      termMonths: [1, 12],
      metrics: [{ name: 'requests', description: 'Thousands of requests', price: '0.05' }],
    },
    {
      plan: 'usage',
      title: 'Usage',
      metrics: [{ name: 'storage', description: 'Gigabyte hours', price: '0.002' }],
    },
  ],
});

const gcp = { partner: 'GCP', service: 'MARKETPLACE', path: '/gcp' } as const;

/** Sets the URLs: messages go to the hook; customers sign up at the landing page of the same connection. */
const tellAddresses = async (options: DemoOptions, company: Company, hookUrl: string): Promise<void> => {
  const account = `/account/${providerOf(company)}`;
  const email = `pubsub-push@${providerOf(company)}.iam.gserviceaccount.com`;
  await control(options, 'gcp', 'PUT', `${account}/message-target`, { url: hookUrl, email });
  const url = hookUrl.replace('/hook/gcp/', '/public/fulfillment/GCP/');
  await control(options, 'gcp', 'PUT', `${account}/sign-up`, { url, domain: new URL(url).host });
};

/** Connects a simulated Google Cloud provider with a product. Idempotent. */
export const connectGcp = async (options: DemoOptions, company: Company, orgId: string): Promise<void> => {
  const accountId = providerOf(company);
  const { clientEmail, privateKey } = await control<Record<'clientEmail' | 'privateKey', string>>(
    options,
    'gcp',
    'POST',
    '/account',
    { id: accountId, name: company.name },
  );
  await control(options, 'gcp', 'POST', '/product', aProduct(company));
  const account = { ...gcp, accountId, credentials: { clientEmail, privateKey, reportBucket: reportsOf(accountId) } };
  await tellAddresses(options, company, await connectAccount(options, company, orgId, account));
};

/** Updates the account after the service's URL has changed. */
export const moveGcp = async (options: DemoOptions, company: Company, orgId: string): Promise<void> => {
  const url = await moveAccount(options, company, orgId, gcp);
  if (url) await tellAddresses(options, company, url);
};
