import { coverBy } from '../cover.ts';
import type { PartnerContract } from '../difference.ts';
import { publishedPart, writtenPart } from '../openapi/contracts.ts';
import { blobPart } from './blobs.ts';
import { createMessageCheck } from './check-messages.ts';
import { entra } from './entra.ts';
import { ingestionPart } from './ingestion.ts';
import { insights, payouts } from './insights.ts';
import { certificates, referrals, registrations, solutions } from './referrals.ts';

const folder = 'microsoft-commercial-marketplace-openapi';

/**
 * Microsoft: SaaS fulfilment 2 and metering 1 by the published documents; Entra, product ingestion, analytics,
 * payout exports, referrals, and calls of both webhooks by tables written from its pages.
 */
export const azureContract: PartnerContract = {
  simulator: 'azure',
  load: (dataFolder) => {
    const api = /^\/azure\/api\//;
    return coverBy(
      [
        publishedPart(dataFolder, api, { name: 'SaaS', file: `${folder}/saasapi.v2.json` }),
        publishedPart(dataFolder, api, { name: 'Metering', file: `${folder}/meteringapi.v1.json` }),
        ingestionPart(/^\/azure\/graph\/rp\/product-ingestion\//),
        writtenPart(/^\/azure\/insights\/v1(\.1)?\/cmp\//, 'Insights', insights),
        writtenPart(/^\/azure\/v1\.0\/payouts\//, 'Payouts', payouts),
        writtenPart(/^\/azure\/v1\.0\/engagements\//, 'Referrals', referrals),
        writtenPart(/^\/azure\/webhooks\/v1\//, 'Registrations', registrations),
        writtenPart(/^\/azure\/cert\//, 'Certificates', certificates),
        writtenPart(/^\/azure\/(?=solutions$)/, 'Solutions', solutions),
        blobPart(/^\/azure\/blob\//),
        // Entra responds both under its host path and without it.
        writtenPart(/^\/azure\/(login\/)?(?=[0-9a-f-]{36}\/)/, 'Entra', entra),
      ],
      createMessageCheck(),
    );
  },
};
