import { z } from 'zod';
import { coSellPartners } from '../../../adapters/cosell/port.ts';
import { crmRecordsMax, crmSystems } from '../../../adapters/crm/port.ts';
import { componentOf, document, text, withoutNulls } from '../../../contract/shapes.ts';
import { MappingFields } from '../mapping/schema.ts';

export const BatchPreviewReferrals = withoutNulls(
  z
    .strictObject({
      partner: z.enum(coSellPartners),
      crm: z.enum(crmSystems),
      recordIds: z.array(text(64, 1)).min(1).max(crmRecordsMax),
      fields: MappingFields.optional(),
    })
    .meta(componentOf('BatchPreviewReferrals')),
);

const Draft = z
  .strictObject({
    partner: z.enum(coSellPartners),
    salesforceOpportunityId: z.string().optional(),
    hubspotDealId: z.string().optional(),
    info: z
      .strictObject({
        aceOpportunityV2: document,
        createMicrosoftReferralRequest: document,
        gcpOpportunityV2: document,
      })
      .partial()
      .meta({ id: 'ReferralPreviewInfo' }),
  })
  .meta({ id: 'ReferralPreviewDraft' });

const Fault = z
  .strictObject({ path: z.string(), code: z.string(), message: z.string() })
  .meta({ id: 'ReferralPreviewFault' });

export const ReferralPreview = z
  .strictObject({ recordId: z.string(), draft: Draft.optional(), errors: z.array(Fault) })
  .meta({ id: 'ReferralPreview' });
