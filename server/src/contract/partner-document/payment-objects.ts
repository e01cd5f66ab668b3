import type { ObjectShapes } from './shape.ts';

/** The objects of STRIPE and ADYEN as the reference names them: a test holds them against its schemas. */
export const paymentObjects = {
  StripeCustomer: {
    address: { object: 'StripeCustomerAddress' },
    description: 'text',
    email: 'text',
    id: 'text',
    metadata: { map: 'text' },
    name: 'text',
    phone: 'text',
  },
  StripeCustomerAddress: {
    city: 'text',
    country: 'text',
    line1: 'text',
    line2: 'text',
    postal_code: 'text',
    state: 'text',
  },
  AdyenBuyer: {
    settings: 'document',
    shopperId: 'text',
  },
  StripePaymentMethod: {
    bacs_debit: { object: 'StripePaymentMethodBACSDebit' },
    card: { object: 'StripePaymentMethodCard' },
    created: 'int',
    id: 'text',
    livemode: 'flag',
    object: 'text',
    sepa_debit: { object: 'StripePaymentMethodSEPADebit' },
    us_bank_account: { object: 'StripePaymentMethodUSBankAccount' },
  },
  StripePaymentMethodBACSDebit: {
    fingerprint: 'text',
    last4: 'text',
    sort_code: 'text',
  },
  StripePaymentMethodCard: {
    brand: { words: ['amex', 'diners', 'discover', 'eftpos_au', 'jcb', 'mastercard', 'unionpay', 'visa', 'unknown'] },
    country: 'text',
    display_brand: 'text',
    exp_month: 'int',
    exp_year: 'int',
    fingerprint: 'text',
    funding: { words: ['credit', 'debit', 'prepaid', 'unknown'] },
    last4: 'text',
  },
  StripePaymentMethodSEPADebit: {
    bank_code: 'text',
    branch_code: 'text',
    country: 'text',
    fingerprint: 'text',
    last4: 'text',
  },
  StripePaymentMethodUSBankAccount: {
    account_holder_type: { words: ['individual', 'company'] },
    account_type: { words: ['checking', 'savings'] },
    bank_name: 'text',
    fingerprint: 'text',
    last4: 'text',
    routing_number: 'text',
  },
} as const satisfies ObjectShapes;
