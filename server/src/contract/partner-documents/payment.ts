import type { PartnerDocuments } from './notation.ts';

/** Customers, payment methods and products of payment providers. */
export const paymentDocuments = {
  AdyenBuyer: {
    about: 'The buyer at Adyen.',
    members: {
      settings: ['object', 'Settings of the buyer at Adyen.'],
      shopperId: ['text', 'The shopperReference at Adyen.'],
    },
  },
  StripeCustomer: {
    about: 'A customer at Stripe.',
    members: {
      address: ['StripeCustomerAddress', 'The postal address.'],
      description: ['text', 'A description.'],
      email: ['text', 'The email address.'],
      id: ['text', "Stripe's ID."],
      metadata: ['map of text', "Texts of the client's own."],
      name: ['text', 'The name.'],
      phone: ['text', 'The telephone number.'],
    },
  },
  StripeCustomerAddress: {
    about: 'A postal address.',
    members: {
      city: ['text', 'The city.'],
      country: ['text', 'The country, ISO 3166-1 alpha-2.'],
      line1: ['text', 'Street and number, or company.'],
      line2: ['text', 'Flat, suite or building.'],
      postal_code: ['text', 'The postal code.'],
      state: ['text', 'The state, county or province.'],
    },
  },
  StripePaymentMethod: {
    about: 'A payment method at Stripe; the member of its kind is set.',
    members: {
      bacs_debit: ['StripePaymentMethodBACSDebit', 'Set for a UK bank account.'],
      card: ['StripePaymentMethodCard', 'Set for a card.'],
      created: ['integer', 'When it was created, in seconds since 1970-01-01T00:00:00Z.'],
      id: ['text', "Stripe's ID."],
      livemode: ['boolean', 'Whether it is real or a test.'],
      object: ['text', "Stripe's name for the kind of document."],
      sepa_debit: ['StripePaymentMethodSEPADebit', 'Set for a bank account that is debited by SEPA.'],
      us_bank_account: ['StripePaymentMethodUSBankAccount', 'Set for a US bank account.'],
    },
  },
  StripePaymentMethodBACSDebit: {
    about: 'A UK bank account that is debited by Bacs.',
    members: {
      fingerprint: ['text', 'The same for the same account or card.'],
      last4: ['text', 'The last four digits.'],
      sort_code: ['text', 'The sort code of the bank.'],
    },
  },
  StripePaymentMethodCard: {
    about: 'A card.',
    members: {
      brand: [
        ['amex', 'diners', 'discover', 'eftpos_au', 'jcb', 'mastercard', 'unionpay', 'visa', 'unknown'],
        'The brand of the card.',
      ],
      country: ['text', 'The country, ISO 3166-1 alpha-2.'],
      display_brand: ['text', 'The brand that the buyer chose.'],
      exp_month: ['integer', 'The month in which the card expires, 1 to 12.'],
      exp_year: ['integer', 'The year in which the card expires, four digits.'],
      fingerprint: ['text', 'The same for the same account or card.'],
      funding: [['credit', 'debit', 'prepaid', 'unknown'], 'Where the money comes from.'],
      last4: ['text', 'The last four digits.'],
    },
  },
  StripePaymentMethodSEPADebit: {
    about: 'A bank account that is debited by SEPA.',
    members: {
      bank_code: ['text', 'The code of the bank.'],
      branch_code: ['text', 'The code of the branch.'],
      country: ['text', 'The country, ISO 3166-1 alpha-2.'],
      fingerprint: ['text', 'The same for the same account or card.'],
      last4: ['text', 'The last four digits.'],
    },
  },
  StripePaymentMethodUSBankAccount: {
    about: 'A US bank account that is debited by ACH.',
    members: {
      account_holder_type: [['individual', 'company'], 'Whether the account belongs to a person or a company.'],
      account_type: [['checking', 'savings'], 'The kind of account.'],
      bank_name: ['text', 'The name of the bank.'],
      fingerprint: ['text', 'The same for the same account or card.'],
      last4: ['text', 'The last four digits.'],
      routing_number: ['text', 'The routing number of the bank.'],
    },
  },
  StripeProduct: {
    about: 'A product at Stripe.',
    members: {
      active: ['boolean', 'Whether the product is sold.'],
      created: ['integer', 'When it was created, in seconds since 1970-01-01T00:00:00Z.'],
      description: ['text', 'A description.'],
      id: ['text', "Stripe's ID."],
      images: ['text[]', 'Where its pictures are read.'],
      livemode: ['boolean', 'Whether it is real or a test.'],
      marketing_features: ['StripeProductMarketingFeature[]', 'Features announced to buyers.'],
      metadata: ['map of text', "Texts of the client's own."],
      name: ['text', 'The name.'],
      object: ['text', "Stripe's name for the kind of document."],
      package_dimensions: ['StripeProductPackageDimensions', 'The size of the parcel.'],
      shippable: ['boolean', 'Whether it is sent as a parcel.'],
      statement_descriptor: ['text', "The text on the buyer's bank statement."],
      tax_code: ['object', 'The tax code.'],
      unit_label: ['text', 'The name of one unit.'],
      updated: ['integer', 'When it last changed, in seconds since 1970-01-01T00:00:00Z.'],
      url: ['text', 'The web page of the product.'],
    },
  },
  StripeProductMarketingFeature: {
    about: 'A feature announced to buyers.',
    members: {
      name: ['text', 'The name.'],
    },
  },
  StripeProductPackageDimensions: {
    about: 'The size of the parcel.',
    members: {
      height: ['number', 'In inches.'],
      length: ['number', 'In inches.'],
      weight: ['number', 'In ounces.'],
      width: ['number', 'In inches.'],
    },
  },
} as const satisfies PartnerDocuments;
