import { button, faultSection, field, iso, messageSection, newest, section, text } from '../kit/page.ts';
import { dueOf } from './billing/charge.ts';
import type { GcpSimulation } from './state.ts';

const at = '/control/gcp';

/** The simulator's part of the start page: actions of customers and Google's staff, as buttons. */
export const renderPage = ({ store }: GcpSimulation): string =>
  [
    `<p>Endpoint: <code>/gcp</code></p>`,
    section('Sellers', ['Provider', 'Name', 'Service account', 'Push target'], newest(store.list('sellers')), (row) => [
      text(row.id),
      text(row.name),
      text(row.clientEmail),
      text(row.target?.url ?? `pull ${row.subscription}`),
    ]),
    section('Plans', ['Product', 'Plan', 'Months', 'Buy'], newest(store.list('standardOffers')), (row) => [
      text(row.serviceId),
      text(row.serviceLevel),
      String(row.termMonths ?? ''),
      button(`${at}/order`, 'buy', {
        service: row.serviceId,
        plan: row.serviceLevel,
        ...(row.termMonths === null ? {} : { termMonths: String(row.termMonths) }),
        billingAccount: '01A2B3-C4D5E6-F70819',
      }),
    ]),
    section(
      'Private offers',
      ['Offer', 'Title', 'State', 'Published', ''],
      newest(store.list('privateOffers')),
      (row) => [
        `<a href="/gcp/console/private-offers/${text(row.id)}">${text(row.id)}</a>`,
        text(String(row.content.title ?? '')),
        row.state,
        iso(row.publishedAt),
        row.state === 'PUBLISHED'
          ? button(`${at}/offer/${row.id}/accept`, 'accept') + button(`${at}/offer/${row.id}/decline`, 'decline')
          : row.state === 'PUBLISHING' && row.needsReview
            ? button(`${at}/offer/${row.id}/review`, 'approve the review')
            : '',
      ],
    ),
    section(
      'Customers',
      ['Account', 'Billing account', 'State', 'Sign-up', ''],
      newest(store.list('accounts')),
      (row) => [
        text(row.id),
        text(row.billingAccount),
        row.state,
        row.approvals.map(({ state }) => state).join(),
        `<a href="/gcp/console/sign-up/${text(row.id)}">sign up</a> ${button(`${at}/buyer-account/${row.id}/delete`, 'delete')}`,
      ],
    ),
    section(
      'Orders',
      ['Order', 'Product', 'Plan', 'State', 'Term ends', ''],
      newest(store.list('entitlements')),
      (row) => [
        text(row.id),
        text(row.serviceId),
        text(row.terms.plan),
        row.state,
        iso(row.termEndAt),
        orderButtons(row.id, row.state),
      ],
    ),
    section(
      'Charges',
      ['Month', 'Order', 'Kind', 'Amount', 'Due', 'Status', ''],
      newest(store.list('charges')),
      (row) => [
        text(row.month),
        text(row.entitlementId),
        row.kind,
        text(row.amount),
        text(dueOf(row)),
        row.status,
        row.kind === 'REFUND' ? '' : button(`${at}/charge/${row.id}/refund`, 'refund'),
      ],
    ),
    section('Disbursements', ['Seller', 'Month', 'Amount', 'Sent'], newest(store.list('disbursements')), (row) => [
      text(row.sellerId),
      text(row.month),
      text(row.amount),
      iso(row.sentAt),
    ]),
    section('Report files', ['Bucket', 'Name', 'Written'], newest(store.list('objects')), (row) => [
      text(row.bucket),
      text(row.name),
      iso(row.createdAt),
    ]),
    messageSection('gcp', 'Messages', store.list('deliveries')),
    faultSection('gcp', store.list('faults')),
  ].join('');

const orderButtons = (id: string, state: string): string => {
  const order = `${at}/order/${id}`;
  const cancel = button(`${order}/cancel`, 'cancel now', { effective: 'IMMEDIATE' });
  if (state === 'ENTITLEMENT_ACTIVE') {
    return [
      button(`${order}/cancel`, 'cancel at term end'),
      cancel,
      button(`${order}/renew`, 'renew'),
      button(`${order}/end-term`, 'end the term'),
      `<form method="post" action="${order}/change-plan">${field('Plan', 'plan', 'size="8" required')}<button>change plan</button></form> `,
      button(`${order}/suspend`, 'billing problem'),
    ].join('');
  }
  if (state === 'ENTITLEMENT_PENDING_CANCELLATION') return button(`${order}/revert-cancellation`, 'keep the order');
  if (state === 'ENTITLEMENT_SUSPENDED') return button(`${order}/reinstate`, 'billing is mended');
  if (state.startsWith('ENTITLEMENT_PENDING_PLAN')) return button(`${order}/cancel-plan-change`, 'keep the plan');
  return state === 'ENTITLEMENT_ACTIVATION_REQUESTED' ? cancel : button(`${order}/delete`, 'delete');
};
