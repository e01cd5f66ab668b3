import { coverBy } from '../cover.ts';
import type { PartnerContract } from '../difference.ts';
import { publishedPart, writtenPart } from '../openapi/contracts.ts';
import { createMessageCheck } from './check-messages.ts';
import { checkReport } from './check-report.ts';
import { management } from './management.ts';

/**
 * Adyen: Checkout 72 and webhooks 1 by the published documents; Management 3 and token webhooks by tables written from
 * them; reports by their published columns.
 */
export const adyenContract: PartnerContract = {
  simulator: 'adyen',
  load: (dataFolder) =>
    coverBy(
      [
        publishedPart(dataFolder, /^\/adyen\/checkout\/v\d+\//, {
          name: 'Checkout',
          file: 'adyen-openapi/CheckoutService-v72.json',
        }),
        // Older connections name the address without the service.
        writtenPart(/^\/adyen\/(management\/)?v[13]\//, 'Management', management),
        { base: /^\/adyen\/reports\//, check: checkReport },
      ],
      createMessageCheck(dataFolder),
    ),
};
