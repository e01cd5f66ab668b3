import { z } from 'zod';
import {
  choiceIn,
  componentOf,
  decimalOut,
  idIn,
  ownedDocument,
  ownedText,
  ownedTime,
  paged,
  text,
  timeOut,
} from '../../../contract/shapes.ts';
import { dealSides } from '../../cosell/commission/commission.ts';
import { engagementTypes, relationshipKinds } from './relationship.ts';
import { relationshipStatuses } from './states.ts';

/** Shown to people and written into mails: one line, without control characters. */
export const line = (max: number, min = 0) =>
  text(max, min).refine((value) => /^\P{Cc}*$/u.test(value), 'must not contain control characters');

const tagsMax = 20;

/** With a PATCH null clears a member of the profile; the name can be changed, not cleared. */
const CompanyIn = z
  .strictObject({
    name: line(200, 1).optional(),
    website: line(500).nullish(),
    emailDomain: line(253).nullish(),
    industry: line(100).nullish(),
    country: line(100).nullish(),
    employeeCount: z.int().min(0).max(100_000_000).nullish(),
    description: text(4000).nullish(),
  })
  .meta(componentOf('PartnerCompanyInput'));

export const UpdatePartnerRelationship = z
  .strictObject({
    company: CompanyIn.optional(),
    relationship: choiceIn(relationshipKinds).optional(),
    engagementType: choiceIn(engagementTypes).optional(),
    status: choiceIn(relationshipStatuses).optional(),
    partnerManager: z
      .strictObject({ userId: idIn('user'), name: ownedText, email: ownedText })
      .nullish()
      .meta(componentOf('PartnerManagerInput')),
    tags: z.array(line(50, 1)).max(tagsMax).nullish(),
    id: ownedText,
    organizationID: ownedText,
    partnerOrganizationID: ownedText,
    summary: ownedDocument,
    creationTime: ownedTime,
    lastUpdateTime: ownedTime,
  })
  .meta({ id: 'UpdatePartnerRelationship' });

const PartnerCompany = z
  .strictObject({
    name: z.string(),
    website: z.string(),
    emailDomain: z.string(),
    industry: z.string(),
    country: z.string(),
    employeeCount: z.int().nullable(),
    description: z.string(),
  })
  .meta({ id: 'PartnerCompany' });

const CurrencyAmount = z
  .strictObject({ side: z.enum(dealSides), currency: z.string(), amount: decimalOut })
  .meta({ id: 'PartnerCommissionAmount' });

const PartnerSummary = z
  .strictObject({
    openReferrals: z.int(),
    wonReferrals: z.int(),
    commissionOwed: z.array(CurrencyAmount),
    commissionPaid: z.array(CurrencyAmount),
  })
  .meta({ id: 'PartnerSummary' });
export type PartnerSummary = z.input<typeof PartnerSummary>;

export const PartnerRelationship = z
  .strictObject({
    id: z.string(),
    organizationID: z.string(),
    partnerOrganizationID: z.string().optional(),
    company: PartnerCompany,
    relationship: z.enum(relationshipKinds),
    engagementType: z.enum(engagementTypes),
    status: z.enum(relationshipStatuses),
    partnerManager: z
      .strictObject({ userId: z.string(), name: z.string(), email: z.string() })
      .meta({ id: 'PartnerManager' })
      .optional(),
    tags: z.array(z.string()),
    creationTime: timeOut,
    lastUpdateTime: timeOut,
    summary: PartnerSummary,
  })
  .meta({ id: 'PartnerRelationship' });

export const PartnerRelationshipPage = paged(PartnerRelationship);
