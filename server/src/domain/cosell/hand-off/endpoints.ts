import { z } from 'zod';
import { acts, type Endpoint, reads } from '../../../contract/endpoint.ts';
import { shownEvents } from '../referral/actions/record-read.ts';
import { importHandOff } from './actions/import-hand-off.ts';
import { getReferralHandOff } from './reads.ts';
import { HandOffImport, HandOffImportResult, HandOffParams } from './schema.ts';

export const handOffEndpoints: Endpoint[] = [
  reads({
    id: 'getReferralHandOff',
    method: 'GET',
    path: '/org/{orgId}/cosell/referral/{referralId}/handOff',
    family: 'cosell',
    permission: 'cosell:read',
    summary: 'Get the file that hands a deal to its partner',
    notes:
      'GCP: CSV with a header and one line, in the columns of its deal registration. format=csv returns the file itself as text/csv, ' +
      'otherwise it is a JSON string. 409 for partners that accept deals through their API.',
    params: { referralId: { id: 'referral', noun: 'referral' } },
    query: HandOffParams,
    needs: 'coSellHandOff',
    plain: ({ format }) => format === 'csv',
    plainType: 'text/csv',
    unversioned: true,
    reply: z.string(),
    read: getReferralHandOff,
  }),
  acts({
    id: 'importCosellHandOff',
    method: 'POST',
    path: '/org/{orgId}/cosell/partner/GCP/import',
    family: 'cosell',
    permission: 'cosell:write',
    summary: "Import the partner's answers to deals that were handed over",
    notes:
      'CSV in the columns referral_id, google_id, status, sales_stage and reason. Each row moves its referral by the words of Google, as far ' +
      'as its status allows. A faulty row does not affect the others: its result contains the error. Importing the same file again changes nothing.',
    body: HandOffImport,
    csv: true,
    unversioned: true,
    reply: HandOffImportResult,
    emits: shownEvents,
    act: importHandOff,
  }),
];
