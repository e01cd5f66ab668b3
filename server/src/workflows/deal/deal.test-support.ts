import { noDocuments } from '../../adapters/documents/documents.test-support.ts';
import type { DocumentService } from '../../adapters/documents/port.ts';
import { createAwsMarketplace } from '../../adapters/marketplace/aws/adapter.ts';
import { type AwsSimulator, startSimulator } from '../../adapters/marketplace/aws/simulator.test-support.ts';
import type { Marketplace } from '../../adapters/marketplace/port.ts';
import { dayFrom } from '../../adapters/simulated.test-support.ts';
import { type Connected, connectAccount } from './connected.test-support.ts';
import { openHarness, type Row } from './harness.test-support.ts';

export type { Row };

/** The service's workflows over the simulated AWS, with an organization whose account is connected. */
export type Deal = Connected & {
  simulator: AwsSimulator;
  /** Submits an offer for the simulator's buyer; returns its UUID. */
  submit(change?: Row): Promise<string>;
  accept(offerExternalId: string): Promise<string>;
  hearEvents(on: boolean): Promise<void>;
};

type DealOptions = {
  /** The simulated AWS with some calls replaced. */
  over?: (aws: Marketplace) => Marketplace;
  documents?: DocumentService;
};

export const startDeal = async ({ over, documents = noDocuments }: DealOptions = {}): Promise<Deal> => {
  const simulator = await startSimulator();
  await simulator.control('POST', '/settings', {
    changeSetDelayMs: 20,
    licenseDelayMs: 20,
    eventRetryMs: 50,
    quotas: false,
  });
  const clock = { now: () => simulator.now(), wallNow: () => new Date() };
  const aws = createAwsMarketplace({ answerTimeoutMs: 700 });
  const harness = await openHarness({ marketplace: over?.(aws) ?? aws, clock, documents });
  const { seller } = simulator;
  const connected = await connectAccount(harness, {
    partner: 'AWS',
    accountId: seller.id,
    endpoint: `${simulator.url}/aws`,
    credentials: { accessKeyId: seller.accessKeyId, secretAccessKey: seller.secretAccessKey },
  });
  return {
    ...connected,
    simulator,
    submit: (change = {}) =>
      connected.makeOffer(
        {
          name: 'Acme 2027',
          expireTime: `${dayFrom(simulator.now(), 20)}T00:00:00Z`,
          info: {
            currency: 'USD',
            eulaType: 'SCMP',
            buyerAwsAccountIds: [simulator.buyerId],
            awsAgreementDuration: 'P12M',
            commits: [{ key: 'seats', rate: 1200, quantity: 1 }],
            dimensions: [{ key: 'requests', rate: 0.01 }],
          },
        },
        change,
      ),
    accept: async (offerExternalId) => {
      const path = `/offer/${offerExternalId}/accept`;
      return (await simulator.control<{ agreementId: string }>('POST', path, { buyerAccountId: simulator.buyerId }))
        .agreementId;
    },
    hearEvents: async (on) => {
      const path = `/account/${seller.id}/message-target`;
      const target = {
        url: `${harness.hookUrl}${connected.hookPath}`,
        headers: { authorization: connected.hookSecret },
      };
      await (on ? simulator.control('PUT', path, target) : simulator.control('DELETE', path));
    },
    close: async () => {
      await simulator.close();
      await harness.close();
      aws.close();
    },
  };
};
