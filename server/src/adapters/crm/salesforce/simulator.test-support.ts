import { startSalesforceSimulator } from '../../../../../simulators/salesforce/server.ts';
import { createOutgoing, type Outgoing, type OutgoingRequest } from '../../outgoing/outgoing.ts';
import { type Controls, startSimulated } from '../../simulated.test-support.ts';
import type { CrmAccess } from '../port.ts';

type Fields = Record<string, unknown>;

export type SalesforceSimulator = Controls & {
  outgoing: Outgoing;
  /** What was sent. */
  sent: OutgoingRequest[];
  access: CrmAccess;
  account: { id: string; username: string; clientId: string; clientSecret: string; privateKey: string };
  /** A record that a person creates; returns its id. */
  create(type: string, fields: Fields): Promise<string>;
  edit(id: string, fields: Fields): Promise<void>;
  read(id: string): Promise<Fields>;
  now(): Date;
};

/** A simulator with one organization. */
export const startSalesforce = async (account: Fields = {}): Promise<SalesforceSimulator> => {
  const { simulator, controls } = await startSimulated('salesforce', startSalesforceSimulator);
  const { control } = controls;
  const made = await control<SalesforceSimulator['account'] & { domainPath: string }>('POST', '/account', {
    domain: 'acme',
    name: 'Acme',
    ...account,
  });
  const plain = createOutgoing({ allowedOrigins: [simulator.url], answerMs: 5000 });
  const sent: OutgoingRequest[] = [];
  return {
    ...controls,
    sent,
    outgoing: {
      ...plain,
      request: (asked) => {
        sent.push(asked);
        return plain.request(asked);
      },
    },
    account: made,
    access: {
      connectionId: 'conn_test',
      system: 'SALESFORCE',
      accountId: made.id,
      endpoint: `${simulator.url}${made.domainPath}`,
      credentials: { clientId: made.clientId, clientSecret: made.clientSecret },
    },
    create: async (type, fields) =>
      String((await control<{ fields: Fields }>('POST', `/account/${made.id}/record`, { type, fields })).fields.Id),
    edit: async (id, fields) => void (await control('POST', `/record/${id}`, { fields })),
    read: async (id) => (await control<{ fields: Fields }>('GET', `/record/${id}`)).fields,
    now: () => new Date(simulator.clock.now()),
  };
};
