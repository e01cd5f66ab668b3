import type { Texts } from './notation.ts';

/** Changes of an entitlement's own record. */
export const entitlementChangeTexts = {
  UpdateEntitlementEndNoticeInput: {
    about: 'When the end of an entitlement is announced.',
    members: { alertDaysBeforeEnd: 'How many days before the end of a term: 15 or 45.' },
  },
  UpdateEntitlementNameInput: {
    about: 'The new name of an entitlement.',
    members: {
      id: 'The ID in the path, or absent.',
      name: 'The new name.',
      organizationID: 'The organization in the path, or absent.',
    },
  },
  AddEntitlementCreditInput: {
    about: 'Credit to add to a term.',
    members: {
      creditAmountIncrement:
        'The credit to add, more than 0, in whole minor units of the currency of the entitlement (USD: 12.34, JPY: 12).',
      entitlementID: 'The ID in the path, or absent.',
      entitlementTermID: 'The term that gets the credit, term_…. If absent, the current one.',
      organizationID: 'The organization in the path, or absent.',
    },
  },
  AddEntitlementCreditResponse: {
    about: 'The credit of a term after some was added.',
    members: {
      creditAmountIncrement: 'The credit that was added.',
      entitlementID: 'The entitlement, ent_….',
      entitlementTermID: 'The term that got the credit, term_….',
      newCreditAmount: 'The whole credit of the term.',
    },
  },
  DivideEntitlementCommitInput: {
    about: 'How to divide the commit of the current term.',
    members: {
      commitAmount: 'How much of the commit to divide. Absent, 0 or less: all of it.',
      startDates:
        'Where the parts begin, in ascending order. The first is the start of the current term; the last part ends with the term.',
    },
  },
  PendingPriceModel: {
    about: 'Prices that apply later.',
    members: {
      applyTime: 'When they apply.',
      billableDimensions: 'What direct billing will charge for. If absent, this stays as it is.',
      commits: 'What is bought for a period then. If absent, this stays as it is.',
    },
  },
  UpdateEntitlementPriceModelInput: {
    about: 'New prices of an entitlement.',
    members: {
      applyTime: 'When they apply: now or later, and before the entitlement ends. If absent, at once.',
      billableDimensions:
        'What direct billing charges for, at most 50; replaces the list. Each names a category and has exactly its price model. Tiers continue without a gap, and the last one has no end. Each metric is priced once.',
      commits: 'What is bought for a period, with prices, at most 100; replaces the list.',
    },
  },
} as const satisfies Texts;
