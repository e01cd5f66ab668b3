import type { Texts } from './notation.ts';

/** Buyers and contacts. */
export const buyerTexts = {
  IdentityBuyer: {
    about: 'A buyer.',
    members: {
      name: 'The name of the buyer.',
      description: 'A description in words.',
      externalID: 'The buyer at the partner: an account or a customer id.',
      companyID: 'The company that the buyer belongs to.',
      s3KeyLogo: 'Where the logo is kept.',
      contactIds: 'Contacts at the buyer, contact_….',
      tags: 'Tags of your own.',
      info: 'Addresses, ids elsewhere, and sums.',
    },
  },
  IdentityBuyerInput: {
    about: 'A buyer as requests send it; for payment providers.',
    members: {
      adyenCustomerId: 'A shopperReference at Adyen.',
    },
  },
  BuyerInfo: {
    about: "More about a buyer. The amounts are sums in the buyer's payment currency.",
    members: {
      adyenBuyer: 'The buyer as Adyen has it.',
      awsBuyer: 'The buyer as AWS has it.',
      azureBuyer: 'The buyer as Microsoft has it.',
      collectableAmount: 'What is to be paid out after fees.',
      disbursedAmount: 'What was paid out.',
      emailAddress: 'Where invoices are sent.',
      fields: 'Fields of your own.',
      gcpBuyer: 'The buyer as Google Cloud has it.',
      grossAmount: 'What was committed and metered.',
      invoicedAmount: 'What was invoiced.',
      lastModifiedBy: 'Who changed the buyer last.',
      snowflakeBuyer: 'Kept empty: this service is not connected to Snowflake.',
      spaUrl: 'Where the buyer signs.',
      stripeBuyer: 'The buyer as Stripe has it.',
      stripeCustomerId: 'The customer at Stripe, cus_….',
    },
  },
  CompanyInfo: {
    about: 'The company of a buyer.',
    members: {
      addressLine1: 'Street and number.',
      addressLine2: 'More of the address.',
      city: 'The city.',
      country: 'The country.',
      emailDomain: 'The domain of its e-mail addresses.',
      name: 'The name of the company.',
      postalCode: 'The postal code.',
      state: 'The state or province.',
      validFrom: 'From when this holds.',
    },
  },
  PaymentConfig: {
    about: 'How a buyer pays.',
    members: {
      allowedWalletTypes: 'The kinds of wallets that the buyer may use. Absent: all of them.',
      currency: 'The currency in which the buyer pays, ISO 4217.',
      defaultWalletId: 'The wallet that is charged, wallet_….',
    },
  },
  BillingWallet: {
    about: 'Something that a buyer pays from: credit, or a payment method at a payment provider.',
    members: {
      buyerID: 'The buyer, buyer_….',
      type: 'credit, or the kind of payment method.',
      status: 'The status of the wallet.',
      name: 'The name of the wallet.',
      currency: 'The currency of the credit, ISO 4217. Absent for payment methods.',
      externalID: 'The payment method at the provider.',
      totalAmount: 'How much credit was given, a decimal in currency.',
      usedAmount: 'How much of it is used, a decimal in currency.',
      startTime: 'From when it can be used.',
      expireTime: 'Until when it can be used. Absent: for ever.',
      info: 'More about the wallet.',
    },
  },
  BillingWalletInfo: {
    about: 'More about a wallet.',
    members: {
      closeDate: 'When it was closed.',
      stripePaymentMethod: 'The payment method as the provider has it.',
      stripeSetupIntentId: 'The setup intent at Stripe by which it was set up.',
    },
  },
  IdentityContact: {
    about: 'A person at a buyer or a partner.',
    members: {
      name: 'The name of the contact.',
      companyContactId: 'The id of the contact in your own systems.',
      info: 'More about the contact.',
      tags: 'Tags: at most 5, each of 1 to 10 letters.',
    },
  },
  'IdentityContact.info': {
    about: 'More about a contact.',
    members: {
      companyLocation: 'Where the company is.',
      companyName: 'The name of the company.',
      lastModifiedBy: 'Who changed the contact last.',
      phoneNumber: 'The telephone number.',
      role: 'What the contact does at the company.',
    },
  },
  IdentityConctactInfo: {
    about: 'More about a contact.',
    members: {
      companyLocation: 'Where the company is.',
      companyName: 'The name of the company.',
      lastModifiedBy: 'Who changed the contact last.',
      phoneNumber: 'The telephone number.',
      role: 'What the contact does at the company.',
    },
  },
  UpdateContactTagsRequest: {
    about: 'The tags that replace all.',
    members: {
      tags: 'At most 5, each of 1 to 10 letters, none twice. null takes all away.',
    },
  },
  BatchCreateContactsInput: {
    about: 'The contacts, 1 to 1000.',
    members: {},
  },
} as const satisfies Texts;
