import { keyFaults } from '../kit/key-in-use.ts';
import { button, faultSection, messageSection, newest, section, text } from '../kit/page.ts';
import { disputesOf, takenOf } from './settlement/dispute.ts';
import { reportFaults } from './settlement/report-faults.ts';
import type { AdyenSimulation, Payment, Token } from './state.ts';

/** The part of the start page for Adyen: tables of the state, and buttons for people's actions. */
export const renderPage = ({ store }: AdyenSimulation): string =>
  [
    section(
      'Merchant accounts',
      ['code', 'company', 'API key', 'webhooks go to', ''],
      newest(store.list('merchants')),
      (row) => [
        text(row.id),
        text(row.companyName),
        text(row.apiKey),
        text(row.target?.url ?? ''),
        button(`/control/adyen/account/${row.id}/batch`, 'close the batch now'),
      ],
    ),
    section(
      'Stored payment methods',
      ['id', 'shopper', 'details', 'behaves', ''],
      newest(store.list('tokens')),
      (token) => [
        text(token.id),
        text(token.shopperReference),
        text(detailsOf(token)),
        text(token.disabled ? 'disabled' : (token.refusal ?? 'succeeds')),
        token.disabled ? '' : tokenButtons(token),
      ],
    ),
    section(
      'Open sessions',
      ['id', 'account', ''],
      newest(store.list('sessions').filter((row) => row.status === 'open')),
      (row) => [
        text(row.id),
        text(row.merchantId),
        button(`/control/adyen/session/${row.id}/complete`, 'shopper enters a card') +
          button(`/control/adyen/session/${row.id}/complete`, 'shopper enters an IBAN', { type: 'sepadirectdebit' }) +
          button(`/control/adyen/session/${row.id}/complete`, 'card is declined', { holderName: 'DECLINED' }),
      ],
    ),
    section(
      'Payments',
      ['psp reference', 'reference', 'amount', 'status', ''],
      newest(store.list('payments')),
      (row) => [
        text(row.id),
        text(row.reference),
        text(`${row.amount.value} ${row.amount.currency} (captured ${row.captured}, refunded ${row.refunded})`),
        text(row.status),
        row.status === 'pending'
          ? button(`/control/adyen/payment/${row.id}/settle`, 'bank pays') +
            button(`/control/adyen/payment/${row.id}/settle`, 'bank returns it', { failure: 'Insufficient funds' })
          : disputeButtons(row) + returnButton(row),
      ],
    ),
    section(
      'Batches',
      ['account', 'number', 'closed at', 'report', ''],
      newest(store.list('batches')),
      ({ merchantId, number, closedAt, version }) => [
        text(merchantId),
        String(number),
        new Date(closedAt).toISOString(),
        version === 0 ? 'not generated' : `generated ${version}×`,
        batchButtons(`/control/adyen/account/${merchantId}/batch/${number}`, version),
      ],
    ),
    messageSection('adyen', 'Webhooks', store.list('deliveries')),
    faultSection('adyen', store.list('faults'), { ...keyFaults, ...reportFaults }),
  ].join('');

const disputeButtons = (payment: Payment): string => {
  const { id, captured, refunded } = payment;
  const at = `/control/adyen/payment/${id}/dispute`;
  const half = Math.floor((captured - refunded - takenOf(payment)) / 2);
  const open = [
    ...(half > 0 ? [button(at, 'issuer charges back what is left', { eventCode: 'CHARGEBACK' })] : []),
    ...(half > 0 ? [button(at, 'half of it', { eventCode: 'CHARGEBACK', value: String(half) })] : []),
  ];
  const of = disputesOf(payment).flatMap(({ reference: dispute, stage, value }) => {
    const say = (label: string, eventCode: string) => button(at, `${label} (${value})`, { eventCode, dispute });
    if (stage === 'CHARGED_BACK') return [say('chargeback is defended', 'CHARGEBACK_REVERSED')];
    return stage === 'REVERSED' ? [say('issuer charges back again', 'SECOND_CHARGEBACK')] : [];
  });
  return [...open, ...of].join('');
};

const returnButton = ({ id, refunded }: Payment): string =>
  refunded > 0 ? button(`/control/adyen/payment/${id}/refund/return`, 'bank returns the refund') : '';

const batchButtons = (at: string, version: number): string =>
  version === 0
    ? button(`${at}/publish`, 'generate the report now')
    : button(`${at}/announce`, 'announce it again') + button(`${at}/publish`, 'restate it');

const tokenButtons = ({ id, merchantId, shopperReference, details }: Token): string => {
  const at = `/control/adyen/stored-payment-method/${id}`;
  const add = `/control/adyen/account/${merchantId}/shopper/${encodeURIComponent(shopperReference)}/payment-method`;
  return [
    button(`${at}/remove`, 'removed at Adyen'),
    button(`${at}/behaviour`, 'declines from now on', { refusal: 'DECLINED' }),
    button(`${at}/behaviour`, 'works again', { refusal: 'SUCCEED' }),
    details.type === 'scheme' ? button(`${at}/expire`, 'card expires') : '',
    button(add, 'shopper adds another card', { number: '5555444433331111' }),
  ].join('');
};

const detailsOf = ({ details }: Token): string => {
  const expiry = details.expiryMonth === null ? '' : ` ${details.expiryMonth}/${details.expiryYear}`;
  return `${details.brand ?? details.type} …${details.lastFour}${expiry}`;
};
