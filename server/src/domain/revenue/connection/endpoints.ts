import { z } from 'zod';
import { acts, type Endpoint, reads } from '../../../contract/endpoint.ts';
import { wholeListHeaders } from '../../../contract/shapes.ts';
import { operationHeader } from '../../../engine/start-once.ts';
import { revenueChannels } from '../channels.ts';
import { backfillRevenueConnection } from './actions/start-backfill.ts';
import { getRevenueConnectionHealth, listRevenueConnections } from './reads.ts';
import { RevenueBackfill, RevenueConnection, RevenueHealth } from './schema.ts';

const partner = { partner: { text: true, noun: 'partner', values: revenueChannels } } as const;

export const revenueConnectionEndpoints: Endpoint[] = [
  reads({
    id: 'listRevenueConnections',
    method: 'GET',
    path: '/org/{orgId}/revenue/connections',
    family: 'revenue',
    permission: 'revenue:read',
    summary: 'List the channels that revenue is read from',
    notes: 'The connected marketplaces and payment providers, each with its health and its last backfill.',
    unversioned: true,
    reply: z.array(RevenueConnection),
    replyHeaders: wholeListHeaders,
    read: listRevenueConnections,
  }),
  reads({
    id: 'getRevenueConnectionHealth',
    method: 'GET',
    path: '/org/{orgId}/revenue/connection/{partner}/health',
    family: 'revenue',
    permission: 'revenue:read',
    summary: 'Get the health of a channel',
    notes:
      'A sync has failed if the partner did not list or deliver its files, or if the sync found one that is not what it says. ' +
      'Such a file counts once; lastError shows it until the partner has replaced it. Backfills are not counted.',
    params: partner,
    unversioned: true,
    reply: RevenueHealth,
    read: getRevenueConnectionHealth,
  }),
  acts({
    id: 'backfillRevenueConnection',
    method: 'POST',
    path: '/org/{orgId}/revenue/connection/{partner}/backfill',
    family: 'revenue',
    permission: 'revenue:write',
    summary: 'Read the history of a channel',
    notes:
      'Reads the trailing 24 months in one operation, whose history shows how far it is. What is stored already is not stored twice. ' +
      '409 while a backfill of the channel is in progress.',
    params: partner,
    unversioned: true,
    reply: RevenueBackfill,
    replyHeaders: operationHeader,
    emits: [],
    creates: true,
    act: backfillRevenueConnection,
  }),
];
