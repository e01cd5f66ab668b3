import { facts, say, sayTime, section, table } from '../../../adapters/documents/write-blocks.ts';
import type { WrittenDocument } from '../../../adapters/documents/written.ts';
import { csvLine } from '../../../kit/csv.ts';
import { minorDigitsOf } from '../../../kit/currency.ts';
import { encodeId } from '../../../kit/ids.ts';
import type { Line, Statement, StatementSum } from '../../cosell/commission/actions/find-statement.ts';

const header = [
  'type',
  'time',
  'side',
  'currency',
  'amount',
  'commission',
  'referral',
  'deal',
  'buyerCompany',
  'invoiceNumber',
];

const balanceLines = (when: 'OPENING' | 'CLOSING', time: Date, { side, currency, ...sum }: StatementSum): string =>
  (['owed', 'paid'] as const)
    .map((what) => {
      const { [what]: amount } = when === 'OPENING' ? sum.opening : sum.closing;
      const type = `${when}_${what.toUpperCase()}`;
      return csvLine([type, time.toISOString(), side, currency, amount.toFixed(), '', '', '', '', '']);
    })
    .join('');

const entryLine = (line: Line): string =>
  csvLine([
    line.type,
    line.time.toISOString(),
    line.side,
    line.currency,
    line.amount,
    encodeId('commis', line.commission_id),
    encodeId('referral', line.referral_id),
    line.deal_name,
    line.buyer_company_name,
    line.invoice_number ?? '',
  ]);

/**
 * A statement as CSV: what was owed and paid before the month, by side and currency, then each entry, then what there was
 * at its end. Amounts have no sign; the type of an entry says what it adds to.
 */
export const writeCsvStatement = ({ from, until, lines, sums }: Statement): string =>
  [
    csvLine(header),
    ...sums.map((sum) => balanceLines('OPENING', from, sum)),
    ...lines.map(entryLine),
    ...sums.map((sum) => balanceLines('CLOSING', until, sum)),
  ].join('');

const words: Readonly<Record<Line['type'], string>> = {
  CONFIRMED: 'Confirmed',
  INCREASED: 'Other terms: more',
  REDUCED: 'Other terms: less',
  VOIDED: 'Voided',
  PAID: 'Paid',
  CLAWED_BACK: 'Taken back',
};

const sideWords = { SELLER: 'Owed by us', PARTNER: 'Owed to us' } as const;

/** What the document is about. */
export type Parties = { orgId: string; relationshipId: string; organization: string; partner: string };

/** The same as a document for people. Pure: the same statement makes the same document. */
export const writeStatement = (
  month: string,
  { lines, sums }: Statement,
  { orgId, relationshipId, organization, partner }: Parties,
): WrittenDocument => {
  const number = { width: 2, isNumber: true };
  const sumRows = sums.map(({ side, currency, opening, closing }) => {
    const digits = minorDigitsOf(currency);
    const amounts = [opening.owed, closing.owed, closing.paid.minus(opening.paid), closing.paid];
    return [sideWords[side], currency, ...amounts.map((amount) => say(amount.toFixed(), digits))];
  });
  const entryRows = lines.map((line) => [
    sayTime(line.time, ''),
    `${words[line.type]}\n${sideWords[line.side]}`,
    [line.deal_name, line.buyer_company_name, line.invoice_number === null ? '' : `Invoice ${line.invoice_number}`]
      .filter((part) => part !== '')
      .join('\n'),
    line.currency,
    say(line.amount, minorDigitsOf(line.currency)),
  ]);
  return {
    title: `Commissions ${month}: ${partner}`,
    footer: `${encodeId('relation', relationshipId)} · ${encodeId('org', orgId)}`,
    blocks: [
      facts(['Organization', organization], ['Partner', partner], ['Month (UTC)', month]),
      ...section(
        'Sums',
        table(
          [
            { title: 'Commission', width: 2.2 },
            { title: 'Currency', width: 1.2 },
            { title: 'Owed before', ...number },
            { title: 'Owed after', ...number },
            { title: 'Paid in the month', ...number },
            { title: 'Paid so far', ...number },
          ],
          sumRows,
        ),
      ),
      ...section(
        'Entries',
        table(
          [
            { title: 'Time', width: 2.2 },
            { title: 'Entry', width: 2 },
            { title: 'Deal', width: 3.6 },
            { title: 'Currency', width: 1.2 },
            { title: 'Amount', ...number },
          ],
          entryRows,
        ),
      ),
      ...section('About this document', {
        is: 'text',
        text: 'Owed is what the seller has confirmed and not paid. Amounts of different currencies are not added.',
      }),
    ],
  };
};
