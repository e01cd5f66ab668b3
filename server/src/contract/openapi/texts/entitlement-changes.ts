import type { Texts } from './notation.ts';

/** Changes of an entitlement's own record. */
export const entitlementChangeTexts = {
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
      entitlementTermID: 'The term that gets the credit, term_…. If absent, the one that holds now.',
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
} as const satisfies Texts;
