import type { Texts } from './notation.ts';

/** Buyers and contacts. */
export const buyerTexts = {
  IdentityBuyer: {
    about: 'A buyer.',
    members: {
      name: 'The name of the buyer.',
      description: 'A description.',
      externalID: "The partner's ID for the buyer: an account or a customer ID.",
      companyID: 'The company that the buyer belongs to.',
      s3KeyLogo: 'The storage location of the logo.',
      contactIds: "The buyer's contacts, contact_….",
      tags: 'Your own tags.',
      info: 'Addresses, IDs in other systems, and totals.',
    },
  },
  IdentityBuyerInput: {
    about: 'A buyer in a request; for payment providers.',
    members: {
      adyenCustomerId: 'The shopperReference at Adyen.',
    },
  },
  BuyerInfo: {
    about:
      "More about a buyer. The four amounts are totals of its revenue records in the buyer's payment currency, or in the only one.",
    members: {
      adyenBuyer: "Adyen's record of the buyer.",
      amountsByCurrency: 'What its revenue records add up to, by currency. Absent without records.',
      awsBuyer: "AWS's record of the buyer.",
      azureBuyer: "Microsoft's record of the buyer.",
      collectableAmount: 'The amount to be paid out after fees.',
      disbursedAmount: 'The amount paid out.',
      emailAddress: 'Where invoices are sent.',
      fields: 'Your own fields.',
      gcpBuyer: "Google Cloud's record of the buyer.",
      grossAmount: 'The amount before refunds, committed and metered.',
      invoicedAmount: 'The amount invoiced, less refunds.',
      lastModifiedBy: 'Who last changed the buyer.',
      snowflakeBuyer: 'Always empty: this service is not connected to Snowflake.',
      spaUrl: 'The URL at which the buyer signs.',
      stripeBuyer: "Stripe's record of the buyer.",
      stripeCustomerId: 'The customer at Stripe, cus_….',
    },
  },
  AmountsOfCurrency: {
    about: 'What revenue records add up to in one currency.',
    members: {
      currency: 'The currency, ISO 4217.',
      grossAmount: 'The amount before refunds, committed and metered.',
      invoicedAmount: 'The amount invoiced, less refunds.',
      collectableAmount: 'The amount to be paid out after fees.',
      disbursedAmount: 'The amount paid out.',
    },
  },
  CompanyInfo: {
    about: 'The company of a buyer.',
    members: {
      addressLine1: 'Street and number.',
      addressLine2: 'Second line of the address.',
      city: 'The city.',
      country: 'The country.',
      emailDomain: 'The domain of its email addresses.',
      name: 'The name of the company.',
      postalCode: 'The postal code.',
      state: 'The state or province.',
      validFrom: 'When this becomes valid.',
    },
  },
  PaymentConfig: {
    about: 'How a buyer pays.',
    members: {
      allowedWalletTypes: 'The types of wallets that the buyer may use. If absent, all types.',
      currency: 'The currency in which the buyer pays, ISO 4217.',
      defaultWalletId: 'The wallet that is charged, wallet_….',
    },
  },
  BillingWallet: {
    about: 'A source of payment for a buyer: credit, or a payment method at a payment provider.',
    members: {
      buyerID: 'The buyer, buyer_….',
      type: 'credit, or the type of payment method.',
      status: 'The status of the wallet.',
      name: 'The name of the wallet.',
      currency: 'The currency of the credit, ISO 4217. Absent for payment methods.',
      externalID: "The provider's ID for the payment method.",
      totalAmount: 'The credit granted, a decimal in currency.',
      usedAmount: 'The credit used so far, a decimal in currency.',
      startTime: 'When it becomes usable.',
      expireTime: 'When it expires. If absent, it never expires.',
      info: 'More about the wallet.',
    },
  },
  BillingWalletInfo: {
    about: 'More about a wallet.',
    members: {
      closeDate: 'When it was closed.',
      stripePaymentMethod: "The provider's record of the payment method.",
      stripeSetupIntentId: 'The Stripe setup intent that created it.',
    },
  },
  IdentityContact: {
    about: 'A person who works for a buyer or a partner.',
    members: {
      name: 'The name of the contact.',
      companyContactId: "The contact's ID in your own systems.",
      info: 'More about the contact.',
      tags: 'Tags: at most 5, each of 1 to 10 letters.',
    },
  },
  'IdentityContact.info': {
    about: 'More about a contact.',
    members: {
      companyLocation: 'The location of the company.',
      companyName: 'The name of the company.',
      lastModifiedBy: 'Who last changed the contact.',
      phoneNumber: 'The telephone number.',
      role: "The contact's role at the company.",
    },
  },
  IdentityConctactInfo: {
    about: 'More about a contact.',
    members: {
      companyLocation: 'The location of the company.',
      companyName: 'The name of the company.',
      lastModifiedBy: 'Who last changed the contact.',
      phoneNumber: 'The telephone number.',
      role: "The contact's role at the company.",
    },
  },
  UpdateContactTagsRequest: {
    about: 'The tags that replace all existing ones.',
    members: {
      tags: 'At most 5, each of 1 to 10 letters, without duplicates. null removes all tags.',
    },
  },
  BatchCreateContactsInput: {
    about: 'The contacts, 1 to 1000.',
    members: {},
  },
  Invoice: {
    about: 'An invoice of a direct purchase, or what is given back of one (type REFUND).',
    members: {
      entitlementID: 'The purchase, ent_….',
      entitlementTermID: 'The term of the purchase that it is for, term_….',
      buyerID: 'The buyer, buyer_….',
      type: 'What it is for: COMMIT, INSTALLMENT, USAGE, ADDON, FINAL (what is left to pay at an early end) or REFUND.',
      status: 'DRAFT, FINALIZED or CANCELED.',
      paymentStatus: 'PENDING, PROCESSING, SUCCESS or FAILED. Of a REFUND: of giving it back.',
      currency: 'The currency of all amounts, ISO 4217.',
      amount: 'The amount to pay, or to refund: the sum of the lines.',
      creditAmount: 'The part of the amount paid by credit wallets; for a REFUND, the part returned to them.',
      chargedAmount: 'The part of the amount paid by a payment method; for a REFUND, the part returned to it.',
      refundedAmount: 'What was given back of this invoice later.',
      lostAmount:
        'The part of the charged amount lost to disputes so far. Absent: nothing, or all of it, in which case the payment is FAILED. For a REFUND: what is not refunded, because disputes had already taken it.',
      refundOf: 'For a REFUND: the invoice that it refunds, invoice_….',
      carriedTo:
        'The invoice that has taken in this one, which is less than the provider charges, invoice_…. This one is CANCELED.',
      periodStart: 'The start of the time that it is for.',
      periodEnd: 'The end of the time that it is for, exclusive.',
      lines: 'The items that make up the amount.',
      finalizeTime: 'When the draft becomes final, or became so.',
      dueTime: 'When it is due.',
      paidTime: 'When it was paid in full.',
      attempts: 'How many payments were tried.',
      nextAttemptTime: 'When the payment is tried again, or for the first time.',
      error:
        'Why the last payment failed, or (OUTCOME_UNKNOWN) why its outcome is unknown, or (amount_too_small) why the amount waits for the next invoice or was written off.',
    },
  },
  SettleInvoicePaymentInput: {
    about: 'What was found at the provider.',
    members: {
      outcome: 'MADE or NOT_MADE: the payment, or the refund.',
      externalId: 'The payment, or the refund, at the provider.',
    },
  },
  InvoiceLine: {
    about: 'A line of an invoice.',
    members: {
      kind: 'What the line is. TERM_CREDIT and TERM_COMMIT are negative: what the credit and the commitment of the term paid. CARRIED_OVER: an invoice that was too small to be charged by itself.',
      key: 'The key of the commit, the billable metric, or the ID of the addon, or of the invoice that was carried over.',
      description: 'More about the line.',
      quantity: 'How many, if it has a number.',
      rate: 'The price of one for a whole interval.',
      amount: 'The amount of the line, rounded half-even to the minor unit of the currency.',
      steps: 'How the price of usage was computed; the steps add up to the amount.',
    },
  },
  InvoicePriceStep: {
    about: 'A step of the price of usage.',
    members: {
      kind: 'What the step is, such as UNITS, FLAT_FEE, DISCOUNT, MINIMUM_COMMIT or ROUNDING.',
      group: 'The group of usage that it is about; empty: all of it.',
      description: 'The step in words.',
      quantity: 'The quantity that is charged.',
      rate: 'The price of one.',
      amount: 'The amount of the step, exact.',
    },
  },
  InvoiceError: {
    about: 'Why a payment failed.',
    members: { code: "The provider's code, or ours.", message: 'What happened, and what to do.' },
  },
} as const satisfies Texts;
