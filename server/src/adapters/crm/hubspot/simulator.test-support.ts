import { startHubspotSimulator } from '../../../../../simulators/hubspot/server.ts';
import { createOutgoing, type Outgoing, type OutgoingRequest } from '../../outgoing/outgoing.ts';
import { type Controls, startSimulated } from '../../simulated.test-support.ts';
import type { CrmAccess } from '../port.ts';

type Fields = Record<string, unknown>;

export type HubspotSimulator = Controls & {
  outgoing: Outgoing;
  /** What was sent. */
  sent: OutgoingRequest[];
  access: CrmAccess;
  /** A record that a person creates; returns its id. `to`: ids and types of what it belongs to. */
  create(type: string, properties: Fields, to?: Readonly<Record<string, number>>): Promise<string>;
  /** A person merges two records; returns the id of the new one. */
  merge(id: string, other: string): Promise<string>;
  edit(id: string, properties: Fields): Promise<void>;
  read(id: string): Promise<Record<string, string>>;
  now(): Date;
};

/** A simulator with one portal. */
export const startHubspot = async (given: { timeZone?: string } = {}): Promise<HubspotSimulator> => {
  const { simulator, controls } = await startSimulated('hubspot', startHubspotSimulator);
  const { control } = controls;
  const account = await control<{ id: string; privateToken: string }>('POST', '/account', {
    id: '45678901',
    name: 'Acme',
    tenSecondlyLimit: 1_000_000,
    searchLimit: 1_000_000,
    ...given,
  });
  await control('POST', '/settings', { searchDelayMs: 0 });
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
    access: {
      connectionId: 'conn_test',
      system: 'HUBSPOT',
      accountId: account.id,
      endpoint: `${simulator.url}/hubspot`,
      credentials: { accessToken: account.privateToken },
    },
    create: async (type, properties, to = {}) => {
      const associations = Object.entries(to).map(([id, associationTypeId]) => ({
        to: { id },
        types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId }],
      }));
      const body = { type, properties, associations };
      return (await control<{ id: string }>('POST', `/account/${account.id}/record`, body)).id;
    },
    merge: async (id, other) => (await control<{ id: string }>('POST', `/record/${id}/merge`, { other })).id,
    edit: async (id, properties) => void (await control('POST', `/record/${id}`, { properties })),
    read: async (id) => (await control<{ properties: Record<string, string> }>('GET', `/record/${id}`)).properties,
    now: () => new Date(simulator.clock.now()),
  };
};
