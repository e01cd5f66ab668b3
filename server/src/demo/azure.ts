import { connectAccount, control, moveAccount } from './accounts.ts';
import type { Company, DemoOptions } from './draft.ts';

const publisherOf = ({ name }: Company): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The product: seats by the month or year, plus usage. */
const aProduct = (company: Company) => ({
  accountId: publisherOf(company),
  offerId: company.title.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
  title: company.title,
  landingPageUrl: `https://${company.emailDomain}/welcome`,
  dimensions: [{ id: 'requests', displayName: 'Requests', unitOfMeasure: '1000 requests' }],
  plans: [
    {
      planId: 'team',
      name: 'Team',
      description: 'For one team',
      isPerSeat: true,
      minQuantity: 1,
      maxQuantity: 500,
      prices: [
        { termUnit: 'P1M', price: 20 },
        { termUnit: 'P1Y', price: 200 },
      ],
      meters: { requests: 0.05 },
    },
    { planId: 'usage', name: 'Usage', prices: [{ termUnit: 'P1M', price: 0 }], meters: { requests: 0.1 } },
  ],
});

const azure = { partner: 'AZURE', service: 'MARKETPLACE', path: '/azure' } as const;

const messageTarget = (company: Company): string => `/account/${publisherOf(company)}/message-target`;

/** Connects a simulated Microsoft account with a live product. Idempotent. */
export const connectAzure = async (options: DemoOptions, company: Company, orgId: string): Promise<void> => {
  const accountId = publisherOf(company);
  const { tenantId, clientId, clientSecret } = await control<Record<'tenantId' | 'clientId' | 'clientSecret', string>>(
    options,
    'azure',
    'POST',
    '/account',
    { id: accountId, name: company.name },
  );
  await control(options, 'azure', 'POST', '/product', aProduct(company));
  const account = { ...azure, accountId, credentials: { tenantId, clientId, clientSecret } };
  const url = await connectAccount(options, company, orgId, account);
  await control(options, 'azure', 'PUT', messageTarget(company), { url });
};

/** Updates the account after the service's URL has changed. */
export const moveAzure = async (options: DemoOptions, company: Company, orgId: string): Promise<void> => {
  const url = await moveAccount(options, company, orgId, azure);
  if (url) await control(options, 'azure', 'PUT', messageTarget(company), { url });
};
