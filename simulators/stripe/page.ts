import { keyFaults } from '../kit/key-in-use.ts';
import { button, faultSection, messageSection, newest, section, text } from '../kit/page.ts';
import type { StripeSimulation, Thing } from './state.ts';
import { showAmount } from './wire/currency.ts';
import { hash, numberOf } from './wire/params.ts';

/** The part of the start page for Stripe: tables of the state, and buttons for people's actions. */
export const renderPage = ({ store }: StripeSimulation): string => {
  const live = (things: Thing[]): Thing[] => things.filter(({ wire }) => wire.deleted !== true);
  return [
    section('Accounts', ['id', 'name', 'secret key', ''], newest(store.list('accounts')), (account) => [
      text(account.id),
      text(account.name),
      text(account.secretKey),
      button(`/control/stripe/account/${account.id}/payout`, 'pay out what is available'),
    ]),
    section(
      'Customers',
      ['id', 'name', 'email', 'default', ''],
      newest(live(store.list('customer'))),
      ({ id, wire }) => [
        text(id),
        text(String(wire.name ?? '')),
        text(String(wire.email ?? '')),
        text(String(hash(wire.invoice_settings).default_payment_method ?? '')),
        customerButtons(id),
      ],
    ),
    section(
      'Payment methods',
      ['id', 'customer', 'type', 'details', 'behaves', ''],
      newest(store.list('payment_method')),
      (method) => [
        text(method.id),
        text(String(method.wire.customer ?? '')),
        text(String(method.wire.type)),
        text(detailsOf(method)),
        text(`${String(method.hidden.outcome)} ${String(method.hidden.reason ?? '')}`),
        method.wire.customer === null ? '' : methodButtons(method),
      ],
    ),
    section(
      'Set-ups that wait for the buyer',
      ['id', 'customer', 'waits for', ''],
      newest(store.list('setup_intent').filter(({ wire }) => wire.status === 'requires_action')),
      ({ id, wire }) => [
        text(id),
        text(String(wire.customer ?? '')),
        text(String(hash(wire.next_action).type ?? '')),
        button(`/control/stripe/setup-intent/${id}/authenticate`, 'buyer confirms', { outcome: 'succeed' }) +
          button(`/control/stripe/setup-intent/${id}/authenticate`, 'buyer fails', { outcome: 'fail' }),
      ],
    ),
    section(
      'Payments',
      ['id', 'customer', 'amount', 'status', ''],
      newest(store.list('payment_intent')),
      ({ id, wire }) => [
        text(id),
        text(String(wire.customer ?? '')),
        text(showAmount(numberOf(wire.amount), String(wire.currency))),
        text(String(wire.status)),
        paymentButtons(id, String(wire.status)),
      ],
    ),
    section(
      'Paid charges',
      ['id', 'amount', 'refunded', 'disputed', ''],
      newest(store.list('charge').filter(({ wire }) => wire.status === 'succeeded')),
      ({ id, wire }) => [
        text(id),
        text(showAmount(numberOf(wire.amount_captured), String(wire.currency))),
        text(showAmount(numberOf(wire.amount_refunded), String(wire.currency))),
        text(String(wire.disputed)),
        button(`/control/stripe/charge/${id}/dispute`, 'buyer disputes what is left') +
          button(`/control/stripe/charge/${id}/dispute`, 'half of it', {
            amount: String(Math.ceil((numberOf(wire.amount_captured) - numberOf(wire.amount_refunded)) / 2)),
          }) +
          button(`/control/stripe/charge/${id}/dispute`, 'bank inquires', { isInquiry: 'true' }),
      ],
    ),
    section(
      'Open disputes',
      ['id', 'charge', 'amount', ''],
      newest(store.list('dispute').filter(({ wire }) => /needs_response|under_review/.test(String(wire.status)))),
      ({ id, wire }) => [
        text(id),
        text(String(wire.charge)),
        text(showAmount(numberOf(wire.amount), String(wire.currency))),
        button(`/control/stripe/dispute/${id}/close`, 'seller wins', { outcome: 'won' }) +
          button(`/control/stripe/dispute/${id}/close`, 'seller loses', { outcome: 'lost' }) +
          (String(wire.status).startsWith('warning_')
            ? button(`/control/stripe/dispute/${id}/escalate`, 'inquiry becomes a dispute')
            : ''),
      ],
    ),
    section('Payouts', ['id', 'account', 'amount', 'status', ''], newest(store.list('payout')), (payout) => [
      text(payout.id),
      text(payout.accountId),
      text(showAmount(numberOf(payout.wire.amount), String(payout.wire.currency))),
      text(String(payout.wire.status)),
      payoutButtons(payout),
    ]),
    messageSection('stripe', 'Messages', store.list('deliveries')),
    faultSection('stripe', store.list('faults'), keyFaults),
  ].join('');
};

const customerButtons = (id: string): string => {
  const at = `/control/stripe/customer/${id}`;
  const add = (label: string, token: string): string => button(`${at}/payment-method`, label, { token });
  return [
    add('buyer adds a card', 'pm_card_visa'),
    add('buyer adds a bank account', 'pm_usBankAccount_success'),
    button(`${at}/payment-method`, 'buyer adds an account that is to be proved', { accountNumber: '000123456789' }),
    button(`${at}/delete`, 'staff deletes'),
  ].join('');
};

const methodButtons = ({ id, wire }: Thing): string => {
  const at = `/control/stripe/payment-method/${id}`;
  const isCard = wire.type === 'card';
  return [
    button(`${at}/remove`, 'buyer removes'),
    button(`${at}/default`, 'staff makes default'),
    button(`${at}/behaviour`, 'declines from now on', {
      outcome: 'decline',
      reason: isCard ? 'generic_decline' : 'insufficient_funds',
    }),
    button(`${at}/behaviour`, 'works again', { outcome: 'succeed' }),
    isCard ? button(`${at}/expire`, 'card expires') : '',
  ].join('');
};

const paymentButtons = (id: string, status: string): string => {
  const at = `/control/stripe/payment-intent/${id}`;
  if (status === 'processing') {
    return (
      button(`${at}/settle`, 'bank pays', { outcome: 'succeed' }) +
      button(`${at}/settle`, 'bank returns it', { outcome: 'insufficient_funds' })
    );
  }
  return status === 'requires_action'
    ? button(`${at}/authenticate`, 'buyer confirms', { outcome: 'succeed' }) +
        button(`${at}/authenticate`, 'buyer fails', { outcome: 'fail' })
    : '';
};

const payoutButtons = ({ id, wire }: Thing): string => {
  const status = String(wire.status);
  const isMoving = status === 'pending' || status === 'in_transit';
  return [
    isMoving ? button(`/control/stripe/payout/${id}/arrive`, 'arrives') : '',
    isMoving || status === 'paid' ? button(`/control/stripe/payout/${id}/fail`, 'bank returns it') : '',
  ].join('');
};

const detailsOf = ({ wire }: Thing): string => {
  const { brand, last4, exp_month: month, exp_year: year } = hash(wire[String(wire.type)]);
  const expiry = typeof month === 'number' ? ` ${month}/${String(year)}` : '';
  return `${String(brand ?? '')} …${String(last4)}${expiry}`;
};
