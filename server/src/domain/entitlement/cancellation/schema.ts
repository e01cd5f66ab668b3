import { z } from 'zod';
import { partners } from '../../../contract/partner-codes.ts';
import { untypedChoice } from '../../../contract/reference/reference.ts';
import { choiceIn, ownedText, text, timeOut } from '../../../contract/shapes.ts';
import { reasonCodes, reasonMax } from './cancellation.ts';
import { cancellationStatuses } from './states.ts';

/** The body of a cancellation, which may be left out. */
export const CancelEntitlement = z.object({
  info: z
    .object({
      awsReasonCode: choiceIn(reasonCodes).nullish().meta({ description: 'The reason; absent: OTHER' }),
      awsReasonDescription: text(reasonMax)
        .nullish()
        .meta({ description: 'The reason in words, which the buyer sees' }),
    })
    .nullish(),
});

const scheduleTypes = ['Immediate', 'EndOfTerm', 'SpecificDate'] as const;
const noteMax = 500;

export const CancellationSchedule = z.object({
  type: untypedChoice(scheduleTypes),
  cancelDate: text(64).nullish(),
  note: text(noteMax).nullish(),
  creationDate: ownedText,
});

export const WithdrawCancellationRequest = z.object({ cancellationReason: text(reasonMax, 1) });

export const EntitlementCancellationRequest = z
  .strictObject({
    id: z.string(),
    organizationID: z.string(),
    entitlementID: z.string(),
    partner: z.enum(partners),
    externalRequestID: z.string().optional(),
    status: z.enum(cancellationStatuses),
    statusMessage: z.string().optional(),
    createdAt: timeOut,
    createdBy: z
      .strictObject({
        email: z.string().optional(),
        entityId: z.string(),
        entityType: z.string(),
        name: z.string(),
      })
      .meta({ id: 'EntitlementCancellationRequester' })
      .optional(),
    lastUpdatedAt: timeOut,
    info: z
      .strictObject({
        awsClientToken: z.string().optional(),
        awsReasonCode: z.enum(reasonCodes).optional(),
        awsReasonDescription: z.string().optional(),
      })
      .meta({ id: 'EntitlementCancellationRequestInfo' }),
  })
  .meta({ id: 'EntitlementCancellationRequest' });
