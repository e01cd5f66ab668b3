import { z } from 'zod';
import type { Json, Term } from '../state.ts';
import { accountId, calendarDate, s3Url, uniqueList } from './fields.ts';
import { netPaymentTerm, oneTerm, paymentScheduleTerm, pricingTerm } from './offer-terms.ts';

/** The terms of a resale authorization as StartChangeSet accepts them (AWS Catalog API, ResaleAuthorization@1.0). */

const prefix = 'Resale';
const pricingTypes = ['UsageBasedPricingTerm', 'ConfigurableUpfrontPricingTerm', 'FixedUpfrontPricingTerm'];

/** A term of an offer under its name in an authorization. */
const resale = (term: z.ZodType, types: readonly string[]) =>
  z.looseObject({ Type: z.enum(types.map((type) => `${prefix}${type}`)) }).superRefine((given, context) => {
    const { error } = term.safeParse({ ...given, Type: given.Type.slice(prefix.length) });
    for (const { path, message } of error?.issues ?? []) context.addIssue({ code: 'custom', path, message });
  });

/** The same term in an offer's form. */
export const asOffered = (term: Term): Term => {
  const offered = { ...term, Type: term.Type.replace(/^(Resale|Buyer)/, '') };
  if (offered.Type !== 'LegalTerm' || !Array.isArray(term.Documents)) return offered;
  const Documents = (term.Documents as Json[]).map((document) =>
    document.Type === 'StandardEula' ? { Version: '2022-07-14', ...document } : document,
  );
  return { ...offered, Documents };
};

export const resalePricing = z.strictObject({
  PricingModel: z.enum(['Contract', 'Usage']),
  Terms: z
    .array(resale(pricingTerm, pricingTypes))
    .min(1)
    .max(3)
    .refine((terms) => new Set(terms.map(({ Type }) => Type)).size === terms.length, 'must name each term once'),
});

export const resaleSchedule = oneTerm(resale(paymentScheduleTerm, ['PaymentScheduleTerm']));

export const resaleNetPayment = z.strictObject({ Terms: z.array(resale(netPaymentTerm, ['NetPaymentTerm'])).max(1) });

const standardVersion = z.string().min(1).optional();
const buyerLegal = z.strictObject({
  Type: z.literal('BuyerLegalTerm'),
  Documents: z
    .array(
      z.discriminatedUnion('Type', [
        z.strictObject({ Type: z.literal('StandardEula'), Version: standardVersion }),
        z.strictObject({ Type: z.literal('EnterpriseEula'), Version: standardVersion }),
        z.strictObject({ Type: z.literal('CustomEula'), Url: s3Url }),
      ]),
    )
    .length(1),
});
const resaleLegal = z.strictObject({
  Type: z.literal('ResaleLegalTerm'),
  Documents: z
    .array(
      z.discriminatedUnion('Type', [
        z.strictObject({ Type: z.literal('StandardResellerContract') }),
        z.strictObject({ Type: z.literal('CustomResellerContract'), Url: s3Url }),
      ]),
    )
    .length(1),
});

export const resaleLegalTerms = z.strictObject({
  Terms: z
    .array(z.discriminatedUnion('Type', [buyerLegal, resaleLegal]))
    .max(2)
    .refine((terms) => terms.filter(({ Type }) => Type === 'BuyerLegalTerm').length === 1, 'needs one BuyerLegalTerm'),
});

export const buyerTargeting = z.strictObject({
  Terms: z
    .array(
      z.strictObject({
        Type: z.literal('BuyerTargetingTerm'),
        PositiveTargeting: z.strictObject({ BuyerAccounts: uniqueList(accountId, 1, 25).optional() }),
      }),
    )
    .length(1)
    .optional(),
});

export const buyerValidity = oneTerm(
  z.strictObject({ Type: z.literal('BuyerValidityTerm'), MaximumAgreementStartDate: calendarDate }),
);
