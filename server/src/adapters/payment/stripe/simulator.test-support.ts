import Stripe from 'stripe';
import { startStripeSimulator } from '../../../../../simulators/stripe/server.ts';
import { type Controls, startSimulated } from '../../simulated.test-support.ts';
import type { PaymentAccess } from '../port.ts';

export type StripeBench = Controls & {
  url: string;
  /** For a separate account. */
  access: PaymentAccess;
  /** Stripe's own client, for that account. */
  client: Stripe;
  /** One more account. */
  addAccount(): Promise<PaymentAccess>;
  /** A buyer adds a payment method of a test token on Stripe's pages; returns its id. */
  addMethod(customerId: string, token?: string, makeDefault?: boolean): Promise<string>;
  /** A customer's bank account that is still to be verified; returns its set-up. */
  addUnproved(customerId: string): Promise<string>;
};

/** A simulator of Stripe with one account. */
export const startStripe = async (): Promise<StripeBench> => {
  const { simulator, controls } = await startSimulated('stripe', startStripeSimulator);
  const { control } = controls;
  let count = 0;
  const addAccount = async (): Promise<PaymentAccess> => {
    count += 1;
    const account = await control<{ id: string; secretKey: string }>('POST', '/account', { id: `acct_${count}` });
    return {
      connectionId: `conn_${count}`,
      partner: 'STRIPE',
      accountId: account.id,
      endpoint: `${simulator.url}/stripe`,
      credentials: { apiKey: account.secretKey, webhookSecret: 'whsec_test' },
    };
  };
  const access = await addAccount();
  const { hostname, port } = new URL(simulator.url);
  const client = new Stripe(access.credentials.apiKey ?? '', { host: hostname, port, protocol: 'http' });
  const addUnproved = async (customer: string): Promise<string> => {
    const bank = {
      account_number: '000123456789',
      routing_number: '110000000',
      account_holder_type: 'company' as const,
    };
    const { id } = await client.setupIntents.create({
      customer,
      confirm: true,
      allowed_payment_method_types: ['us_bank_account'],
      payment_method_data: { type: 'us_bank_account', us_bank_account: bank, billing_details: { name: 'Initech' } },
      mandate_data: { customer_acceptance: { type: 'offline' } },
    });
    return id;
  };
  return {
    ...controls,
    url: simulator.url,
    access,
    client,
    addUnproved,
    addAccount,
    addMethod: async (customerId, token = 'pm_card_visa', makeDefault = false) =>
      (await control<{ id: string }>('POST', `/customer/${customerId}/payment-method`, { token, makeDefault })).id,
  };
};
