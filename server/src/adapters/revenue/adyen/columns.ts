/**
 * The columns that are read. Source: docs.adyen.com, "Settlement details report" (thirty standard columns; others can be
 * added and the order changed, so that columns are found by name). Those not listed here are kept and not read.
 */
export const needed = {
  merchant: 'Merchant Account',
  psp: 'Psp Reference',
  reference: 'Merchant Reference',
  created: 'Creation Date',
  zone: 'TimeZone',
  type: 'Type',
  modification: 'Modification Reference',
  grossCurrency: 'Gross Currency',
  grossDebit: 'Gross Debit (GC)',
  grossCredit: 'Gross Credit (GC)',
  netCurrency: 'Net Currency',
  netDebit: 'Net Debit (NC)',
  netCredit: 'Net Credit (NC)',
  commission: 'Commission (NC)',
  markup: 'Markup (NC)',
  schemeFees: 'Scheme Fees (NC)',
  interchange: 'Interchange (NC)',
  batch: 'Batch Number',
} as const;

export const neededColumns: readonly string[] = Object.values(needed);
