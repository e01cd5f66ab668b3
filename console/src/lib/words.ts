/** Words that are written otherwise than their letters. */
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

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const units: Record<string, string> = { D: 'day', W: 'week', M: 'month', Y: 'year' };

/** A duration of ISO 8601 with one unit, as marketplaces write them: `P12M` → `12 months`. */
const durationOf = (code: string): string | undefined => {
  const [, count = '', unit = ''] = /^P(\d+)([DWMY])$/.exec(code) ?? [];
  return count === '' ? undefined : `${count} ${units[unit]}${count === '1' ? '' : 's'}`;
};

/** `PENDING_ACCEPTANCE` → `Pending acceptance`. */
export const wordOf = (code: string): string => {
  const word = known[code] ?? durationOf(code);
  if (word !== undefined) return word;
  if (!/^[A-Z0-9_ ]+$/.test(code)) return capitalized(code);
  return capitalized(code.toLowerCase().replaceAll('_', ' '));
};

/** `buyerAwsAccountIds` → `Buyer AWS account IDs`. */
export const labelOf = (name: string): string => {
  const parts = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[ _.-]/);
  const words = parts.map((part) => {
    const upper = part.toUpperCase();
    if (upper === 'IDS') return 'IDs';
    if (['GCP', 'AZURE', 'STRIPE', 'ADYEN', 'SALESFORCE', 'HUBSPOT'].includes(upper)) return known[upper] ?? part;
    return known[upper] !== undefined && upper.length <= 5 ? upper : part.toLowerCase();
  });
  return capitalized(words.join(' '));
};

/** `1 offer`, `3 offers`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;
