import { startAzureSimulator } from '../../../../../simulators/azure/server.ts';
import { createOutgoing, type Outgoing, type OutgoingRequest } from '../../outgoing/outgoing.ts';
import { type Controls, startSimulated } from '../../simulated.test-support.ts';
import type { CoSellAccess, EarlierAttempts, ReferralDocument } from '../port.ts';

type Publisher = { id: string; tenantId: string; clientId: string; clientSecret: string };

/** A referral as the control API shows it. */
export type There = {
  id: string;
  engagementId: string;
  accountId: string;
  createdBy: string;
  dealKind: string;
  eTag: string;
  content: Record<string, unknown> & { status: string; substatus: string };
};

export type ReferralBench = Controls & {
  url: string;
  outgoing: Outgoing;
  /** Every request that was sent, oldest first. */
  requests: OutgoingRequest[];
  publisher: Publisher;
  access: CoSellAccess;
  now(): Date;
  /** Another publisher, whose account id stands for its MPN id. */
  addPartner(id: string, name: string): Promise<Publisher>;
  there(): Promise<There[]>;
};

/** A simulator with a publisher, one of whose people has signed in. */
export const startReferralBench = async (accountId = '4711001'): Promise<ReferralBench> => {
  const { simulator, controls } = await startSimulated('azure', startAzureSimulator);
  const { control } = controls;
  const addPartner = (id: string, name: string) => control<Publisher>('POST', '/account', { id, name });
  const publisher = await addPartner(accountId, 'Contoso');
  const { refreshToken } = await control<{ refreshToken: string }>('POST', `/account/${accountId}/user`, {
    email: 'ada@contoso.example',
  });
  const requests: OutgoingRequest[] = [];
  const sending = createOutgoing({ allowedOrigins: [simulator.url], answerMs: 2000 });
  const { tenantId, clientId, clientSecret } = publisher;
  return {
    ...controls,
    url: simulator.url,
    outgoing: {
      ...sending,
      request: (asked) => {
        requests.push(asked);
        return sending.request(asked);
      },
    },
    requests,
    publisher,
    access: {
      connectionId: 'conn_test',
      partner: 'AZURE',
      accountId,
      endpoint: `${simulator.url}/azure`,
      credentials: { tenantId, clientId, clientSecret, refreshToken },
    },
    now: () => new Date(simulator.clock.now()),
    addPartner,
    there: async () => (await control<{ referrals: There[] }>('GET', '/referral')).referrals,
  };
};

/** A deal that Microsoft takes; by default one that is shared with it. */
export const azureDeal = (change: ReferralDocument = {}): ReferralDocument => ({
  name: 'Route planning for Wingtip',
  type: 'Shared',
  qualification: 'SalesQualified',
  externalReferenceId: 'crm-4711',
  customerProfile: {
    name: 'Wingtip Toys',
    address: { addressLine1: 'One Microsoft Way', city: 'Redmond', state: 'WA', postalCode: '98052', country: 'US' },
    size: '10to50employees',
    team: [{ firstName: 'Sue', lastName: 'Smith', phoneNumber: '1234567890', email: 'sue@wingtip.example' }],
  },
  consent: {
    consentToToShareInfoWithOthers: true,
    consentToContact: true,
    consentToShareReferralWithMicrosoftSellers: true,
  },
  details: {
    notes: 'First call done.',
    dealValue: 50_000,
    currency: 'USD',
    closingDateTime: '2029-03-01T00:00:00Z',
    requirements: { solutions: [{ id: 'SOL-10002-CON', name: 'Contoso Supply Insights', type: 'Name' }] },
  },
  team: [{ firstName: 'John', lastName: 'Doe', phoneNumber: '1231231234', email: 'john@contoso.example' }],
  inviteContext: { notes: 'Please help with licensing.', assistanceRequestCode: 'CustomerTechnicalEvaluation' },
  ...change,
});

/** Nothing was tried before. */
export const firstAttempt = (now: Date): EarlierAttempts => ({ since: now, isTaken: async () => false });
