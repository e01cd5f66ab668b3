const known: Record<string, string> = {
  AWS: 'AWS',
  AZURE: 'Azure',
  GCP: 'Google Cloud',
  STRIPE: 'Stripe',
  ADYEN: 'Adyen',
  SALESFORCE: 'Salesforce',
  HUBSPOT: 'HubSpot',
  MICROSOFT: 'Microsoft',
  SAAS: 'SaaS',
  CRM: 'CRM',
  COSELL: 'Co-sell',
  CO_SELL: 'Co-sell',
  SMTP: 'SMTP',
  API: 'API',
  URL: 'URL',
  EULA: 'EULA',
  ID: 'ID',
  MRR: 'MRR',
  ARR: 'ARR',
  PDF: 'PDF',
  CPPO: 'CPPO',
  CPPO_OUT: 'CPPO, outbound',
  CPPO_IN: 'CPPO, inbound',
  MSP: 'MSP',
  USD: 'USD',
  IP: 'IP',
  CSV: 'CSV',
  JSON: 'JSON',
  SCMP: 'Standard contract (SCMP)',
  ECMP: 'Enterprise contract (ECMP)',
  RCMP: 'Reseller contract (RCMP)',
  ISV: 'Seller’s own (ISV)',
};

const units: Record<string, string> = { D: 'day', W: 'week', M: 'month', Y: 'year' };

export const wordsTexts = {
  /** Words of the API that are written otherwise than their letters. */
  known,
  /** A count of one of the units of ISO 8601. */
  duration: (count: string, unit: string) => `${count} ${units[unit]}${count === '1' ? '' : 's'}`,
} as const;
