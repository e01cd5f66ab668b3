import { z } from 'zod';
import { partners } from '../../../contract/partner-codes.ts';
import { services } from '../../../contract/reference/enums.ts';
import { WorkloadMetaInfo } from '../../../contract/reference/meta-info.ts';
import { referenceObject } from '../../../contract/reference/reference.ts';
import { choiceIn, componentOf, ownedText, ownedTexts, ownedTime, text, timeOut } from '../../../contract/shapes.ts';
import { offerSetStatuses } from './states.ts';

/** `buyerAwsAccountIds` are those of its offers; clients need not send them. */
export const OfferSetInfo = referenceObject('OfferSetInfo', () => ({
  awsSolutionID: z.string().max(64),
  buyerAwsAccountIds: z.array(z.string()),
  buyerNotes: z.string().max(1000),
}));

export const OfferSetIn = z
  .strictObject({
    id: z.string().max(64).nullish(),
    name: text(150).nullish(),
    partner: choiceIn(partners).nullish(),
    service: choiceIn(services).nullish(),
    offerIDs: z.array(z.string().max(64)).max(100).nullish(),
    info: OfferSetInfo.request.nullish(),
    metaInfo: WorkloadMetaInfo.request.nullish(),
    organizationID: ownedText,
    externalID: ownedText,
    status: ownedText,
    buyerIDs: ownedTexts,
    expireTime: ownedTime,
    createdBy: ownedText,
    creationTime: ownedTime,
    lastUpdateTime: ownedTime,
  })
  .meta(componentOf('OfferSetInput'));
export type OfferSetIn = z.output<typeof OfferSetIn>;

export const OfferSet = z
  .strictObject({
    id: z.string(),
    organizationID: z.string(),
    partner: z.enum(partners),
    service: z.enum(services),
    name: z.string(),
    status: z.enum(offerSetStatuses),
    externalID: z.string().optional(),
    offerIDs: z.array(z.string()),
    buyerIDs: z.array(z.string()),
    expireTime: timeOut.optional(),
    createdBy: z.string(),
    creationTime: timeOut,
    lastUpdateTime: timeOut,
    info: OfferSetInfo.reply,
    metaInfo: WorkloadMetaInfo.reply,
  })
  .meta({ id: 'OfferSet' });
