import { z } from 'zod';
import { choiceIn, ownedDocuments, ownedNumber, ownedTime, timeOut } from '../../../contract/shapes.ts';
import { intents, stepKeys } from './onboarding.ts';

export const UpdateOnboardingInfo = z
  .strictObject({
    intent: z.enum(intents).meta({ description: 'For a step, both SKIPPED and DISMISSED show it as SKIPPED' }),
    step: choiceIn(stepKeys).nullish().meta({ description: 'Absent: the whole checklist' }),
    intentTime: ownedTime,
    completedCount: ownedNumber,
    totalCount: ownedNumber,
    steps: ownedDocuments,
  })
  .meta({ id: 'UpdateOnboardingInfo' });

const OnboardingStep = z
  .strictObject({
    key: z.enum(stepKeys),
    status: z.enum(['TODO', 'DONE', 'SKIPPED']),
    detail: z.string(),
    completedTime: timeOut.optional(),
  })
  .meta({ id: 'OnboardingStep' });

export const OnboardingStatus = z
  .strictObject({
    intent: z.enum(intents),
    intentTime: timeOut.optional(),
    completedCount: z.int(),
    totalCount: z.int(),
    steps: z.array(OnboardingStep),
  })
  .meta({ id: 'OnboardingStatus' });
