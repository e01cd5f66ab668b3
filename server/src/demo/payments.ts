import { connectAccount, control, type DemoAccount, moveAccount } from './accounts.ts';
import type { Company, DemoOptions } from './draft.ts';

const stripeId = ({ name }: Company): string => `acct_demo${name}`;
const adyenId = ({ name }: Company): string => `${name}ECOM`;

const stripe = { partner: 'STRIPE', service: 'PAYMENT', path: '/stripe' } as const;
const adyen = { partner: 'ADYEN', service: 'PAYMENT', path: '/adyen' } as const;

/** Message secrets are agreed before anything is sent, so that the connection can verify the first message. */
const stripeTarget = (company: Company): string => `/account/${stripeId(company)}/message-target`;
const adyenTarget = (company: Company): string => `/account/${adyenId(company)}/message-target`;

const stripeAccount = async (options: DemoOptions, company: Company): Promise<DemoAccount> => {
  const { secretKey } = await control<{ secretKey: string }>(options, 'stripe', 'POST', '/account', {
    id: stripeId(company),
    name: company.name,
  });
  const { secret } = await control<{ secret: string }>(options, 'stripe', 'PUT', stripeTarget(company), {
    url: `${options.urls.baseUrl}/hook/stripe/none`,
  });
  return { ...stripe, accountId: stripeId(company), credentials: { apiKey: secretKey, webhookSecret: secret } };
};

type Merchant = { apiKey: string; hmacKey: string; reportUser: { username: string; password: string } };

const adyenAccount = async (options: DemoOptions, company: Company): Promise<DemoAccount> => {
  const { apiKey, hmacKey, reportUser } = await control<Merchant>(options, 'adyen', 'POST', '/account', {
    id: adyenId(company),
    companyName: company.name,
  });
  const { username, password: reportPassword } = reportUser;
  const credentials = { apiKey, hmacKey, reportUser: username, reportPassword };
  return { ...adyen, accountId: adyenId(company), credentials };
};

/** Connects simulated accounts of both payment providers. Idempotent. */
export const connectPayments = async (options: DemoOptions, company: Company, orgId: string): Promise<void> => {
  const atStripe = await stripeAccount(options, company);
  const { webhookSecret: secret } = atStripe.credentials;
  const stripeUrl = await connectAccount(options, company, orgId, atStripe);
  await control(options, 'stripe', 'PUT', stripeTarget(company), { url: stripeUrl, secret });
  const adyenUrl = await connectAccount(options, company, orgId, await adyenAccount(options, company));
  await control(options, 'adyen', 'PUT', adyenTarget(company), { url: adyenUrl });
};

/** Updates the accounts after the service's URL has changed. */
export const movePayments = async (options: DemoOptions, company: Company, orgId: string): Promise<void> => {
  const stripeUrl = await moveAccount(options, company, orgId, stripe);
  if (stripeUrl) await control(options, 'stripe', 'PUT', stripeTarget(company), { url: stripeUrl });
  const adyenUrl = await moveAccount(options, company, orgId, adyen);
  if (adyenUrl) await control(options, 'adyen', 'PUT', adyenTarget(company), { url: adyenUrl });
};
