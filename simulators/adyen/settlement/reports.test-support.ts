import { type Bench, card } from '../adyen.test-support.ts';

/** A row of a report, by its column's name. */
export type Row = Record<string, string>;

/** The fields of a line of CSV, read without the simulator's own code. */
const fieldsOf = (line: string): string[] => {
  const fields: string[] = [];
  let rest = line;
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"(,|$)/.exec(rest);
    const [whole = '', field = '', end = ''] = quoted ?? /^([^,]*)(,|$)/.exec(rest) ?? [];
    fields.push(quoted ? field.replaceAll('""', '"') : field);
    if (end === '') return fields;
    rest = rest.slice(whole.length);
  }
};

/** The header and the rows of a report. */
export const parseReport = (text: string): { header: string[]; rows: Row[] } => {
  const [first = '', ...lines] = text.trimEnd().split('\n');
  const header = fieldsOf(first);
  const rows = lines.map((line) => {
    const fields = fieldsOf(line);
    return Object.fromEntries(header.map((name, index) => [name, fields[index] ?? '']));
  });
  return { header, rows };
};

/** A decimal in units of its last possible digit, three decimals: exact, and comparable between currencies. */
export const thousandths = (decimal = ''): number => {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return Number(`${whole}${fraction.padEnd(3, '0')}`);
};

/** The net amount of a row in thousandths. */
export const netOf = (row: Row): number => thousandths(row['Net Credit (NC)']) - thousandths(row['Net Debit (NC)']);

/** Calls that pay, refund and download. */
export const openSeller = ({ url, checkout, account }: Bench) => {
  const basic = ({ username, password }: { username: string; password: string }): string =>
    `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return {
    /** Pays and returns the PSP reference. */
    pay: async (value: number, more: { currency?: string; reference?: string; paymentMethod?: object } = {}) => {
      const { currency = 'EUR', reference = 'invoice-1', paymentMethod = card } = more;
      const asked = { amount: { currency, value }, reference, paymentMethod, returnUrl: 'https://seller.example/back' };
      return (await checkout('POST', '/payments', asked)).body.pspReference;
    },
    refund: (psp: string, value: number, currency = 'EUR') =>
      checkout('POST', `/payments/${psp}/refunds`, { amount: { currency, value }, reference: `refund-${value}` }),
    download: async (batch: number | string, user = account.reportUser): Promise<{ status: number; text: string }> => {
      const name = `settlement_detail_report_batch_${batch}.csv`;
      const response = await fetch(`${url}/adyen/reports/download/MerchantAccount/${account.id}/${name}`, {
        headers: { authorization: basic(user) },
      });
      return { status: response.status, text: await response.text() };
    },
  };
};
