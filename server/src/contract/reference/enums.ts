/** Closed lists of the reference that several families use. */

export const services = [
  'DEFAULT',
  'ACE',
  'ANTHROPIC',
  'BIGQUERY',
  'BILLING',
  'CHATBOT',
  'COSELL',
  'CRM',
  'CPQ',
  'DATABASE',
  'DRIVE',
  'EMAIL',
  'GEMINI',
  'MARKETPLACE',
  'NETSUITE',
  'PAYMENT',
  'QUICKBOOKS',
  'STORAGE',
  'TEAMS',
] as const;

export const timeUnits = ['DAY', 'MONTH', 'YEAR'] as const;

export const eulaTypes = ['SCMP', 'ECMP', 'RCMP', 'CUSTOM', 'ISV', 'CURRENT'] as const;

export const paymentSchedules = ['PREPAY', 'POSTPAY'] as const;

export const billingCycles = ['MONTH_FIRST_DAY', 'ENTITLEMENT_START_DATE'] as const;

export const valueTypes = [
  'VALUE_TYPE_UNSPECIFIED',
  'BOOL',
  'INT64',
  'DOUBLE',
  'STRING',
  'DISTRIBUTION',
  'MONEY',
] as const;
