import { button, choice, faultSection, field, iso, messageSection, newest, section, text } from '../kit/page.ts';
import { objectOf } from './api/call.ts';
import { azureFaults } from './azure-faults.ts';
import { earningOf } from './billing/charge.ts';
import { beneficiariesOf } from './buyer/accept-private-offer.ts';
import { externalIdOf, livePlans } from './catalog/plan.ts';
import { microsoft } from './referrals/copies.ts';
import { dealKind } from './referrals/engagement.ts';
import { organizationOf } from './referrals/organization.ts';
import type { AzureReader, AzureSimulation, Charge, PrivateOffer, Referral, Subscription } from './state.ts';

/** The part of the start page for Microsoft's marketplace: tables of the state, and buttons for people's actions. */
export const renderPage = ({ store }: AzureSimulation): string => {
  const products = store.list('resources').filter((row) => row.type === 'product');
  return [
    section(
      'Publishers',
      ['id', 'name', 'tenant', 'client id', 'landing page', 'webhooks go to'],
      newest(store.list('publishers')),
      (row) => [
        text(row.id),
        text(row.name),
        text(row.tenantId),
        text(row.clientId),
        text(row.landingPageUrl ?? 'as configured'),
        text(row.messageTarget?.url ?? 'as configured'),
      ],
    ),
    section('Products', ['offer id', 'id', 'title', 'publisher', 'live plans', ''], newest(products), (row) => [
      text(externalIdOf(row.draft ?? {}) ?? ''),
      text(row.id),
      text(String(row.draft?.alias ?? '')),
      text(row.publisherId),
      text(
        livePlans(store, row.id)
          .map((plan) => plan.planId)
          .join(', '),
      ),
      row.live ? buyForm(store, row.id) : '',
    ]),
    section(
      'Private offers',
      ['id', 'name', 'state', 'beneficiaries', 'accept by', ''],
      newest(store.list('privateOffers')),
      (row) => [
        `<span id="${text(row.id.replace('/', '-'))}">${text(row.id)}</span>`,
        text(String(row.document.name)),
        text(row.acceptance ? 'accepted' : row.state),
        text(beneficiariesOf(row).join(', ')),
        text(String(row.document.acceptBy ?? '')),
        offerButtons(row),
      ],
    ),
    section(
      'Subscriptions',
      ['id', 'name', 'plan', 'seats', 'status', 'until', 'renews', ''],
      newest(store.list('subscriptions')),
      (row) => [
        text(row.id),
        text(row.name),
        text(row.planId),
        text(String(row.quantity ?? '')),
        text(row.status),
        text(iso(row.termEnd)),
        text(row.autoRenew ? 'yes' : 'no'),
        subscriptionButtons(store, row),
      ],
    ),
    section(
      'Operations',
      ['id', 'action', 'from', 'plan', 'seats', 'status', 'at'],
      newest(store.list('operations')),
      (row) => [
        text(row.id),
        text(row.action),
        text(row.source),
        text(row.planId),
        text(String(row.quantity ?? '')),
        text(`${row.status} ${row.errorMessage}`),
        text(iso(row.createdAt)),
      ],
    ),
    section('Configure jobs', ['id', 'publisher', 'status', 'result', 'errors'], newest(store.list('jobs')), (row) => [
      text(row.id),
      text(row.publisherId),
      text(row.status),
      text(row.result),
      text(row.errors.map((error) => error.message).join(' ')),
    ]),
    section(
      `Usage events (${store.count('usage')})`,
      ['hour', 'subscription', 'plan', 'dimension', 'quantity', 'resends'],
      newest(store.list('usage')),
      (row) => [
        text(iso(row.hour)),
        text(row.subscriptionId),
        text(row.planId),
        text(row.dimension),
        text(String(row.quantity)),
        text(`${row.identicalResends} equal, ${row.differentResends} different`),
      ],
    ),
    section(
      'Bills',
      ['billed', 'for', 'kind', 'customer', 'plan', 'amount', 'earning', 'status', ''],
      newest(store.list('charges')),
      (row) => [
        text(iso(row.billedAt)),
        text(iso(row.month).slice(0, 7)),
        text(row.dimension === null ? row.kind : `${row.kind} ${row.dimension}`),
        text(store.get('buyers', row.buyerId)?.name ?? row.buyerId),
        text(row.planId),
        text(row.amount),
        text(earningOf(row)),
        text(row.status),
        chargeButtons(row),
      ],
    ),
    section(
      'Referrals',
      ['id', 'of', 'name', 'customer', 'kind', 'status', 'expires', ''],
      newest(store.list('referrals')),
      (row) => [
        text(row.id),
        text(organizationOf(store, row.ownerId).name),
        text(String(row.content.name ?? '')),
        text(String(objectOf(row.content.customerProfile).name ?? '')),
        text(dealKind(store, row)),
        text(`${row.content.status} ${row.content.substatus}`),
        text(iso(row.expiresAt)),
        referralButtons(row),
      ],
    ),
    sendReferralForms(store),
    section('Payouts', ['payment id', 'publisher', 'amount', 'sent'], newest(store.list('payouts')), (row) => [
      text(row.id),
      text(row.publisherId),
      text(row.amount),
      text(iso(row.sentAt)),
    ]),
    messageSection('azure', 'Webhook calls', store.list('deliveries')),
    faultSection('azure', store.list('faults'), azureFaults),
  ].join('');
};

/** Microsoft's decision on a deal that a partner has shared with it. */
const referralButtons = ({ id, ownerId, content: { status } }: Referral): string => {
  if (ownerId !== microsoft || status === 'Closed') return '';
  const path = `/control/azure/referral/${id}`;
  const acts = status === 'New' ? ['accept', 'decline'] : ['win', 'lose'];
  return acts.map((act) => button(`${path}/${act}`, act)).join('');
};

const sendReferralForms = (store: AzureReader): string =>
  newest(store.list('publishers'))
    .map(({ id, name }) => button('/control/azure/referral', `Microsoft sends ${name} a deal`, { accountId: id }))
    .join('');

const chargeButtons = ({ id, kind, status }: Charge): string => {
  if (kind !== 'Purchase') return '';
  const path = `/control/azure/charge/${id}`;
  return `${status === 'Uncollected' ? button(`${path}/pay`, 'pay') : ''}${button(`${path}/refund`, 'refund')}`;
};

const buyForm = (store: AzureReader, productId: string): string => {
  const plans = livePlans(store, productId).map(({ planId }) => planId);
  const account = field('Billing account', 'billingAccountId', 'size="12" required');
  return `<form method="post" action="/control/azure/subscription"><input type="hidden" name="productId"
value="${text(productId)}">${account}${choice('Plan', 'planId', plans)}<button>buy</button></form>`;
};

const offerButtons = (offer: PrivateOffer): string => {
  const path = `/control/azure/private-offer/${offer.id.split('/')[1]}`;
  if (offer.acceptance) return button(`${path}/purchase`, 'purchase');
  if (offer.state !== 'live') return '';
  return beneficiariesOf(offer)
    .map((id) => button(`${path}/accept`, `accept as ${id.slice(0, 13)}`, { billingAccountId: id }))
    .join('');
};

const subscriptionButtons = (store: AzureReader, row: Subscription): string => {
  const path = `/control/azure/subscription/${row.id}`;
  const cancel = button(`${path}/unsubscribe`, 'unsubscribe');
  if (row.status === 'Unsubscribed') return '';
  if (row.status === 'PendingFulfillmentStart') return button(`${path}/configure`, 'configure account') + cancel;
  if (row.status === 'Suspended') return button(`${path}/reinstate`, 'reinstate') + cancel;
  const plans = livePlans(store, row.productId).filter((plan) => plan.planId !== row.planId);
  return [
    button(`${path}/configure`, 'manage account'),
    ...plans.map((plan) => button(`${path}/change-plan`, `to ${plan.planId}`, { planId: plan.planId })),
    row.quantity === null
      ? ''
      : `<form method="post" action="${text(path)}/change-quantity">${field('Seats', 'quantity', `type="number" min="1" value="${row.quantity}" size="5"`)}<button>change seats</button></form> `,
    button(`${path}/auto-renew`, row.autoRenew ? 'do not renew' : 'renew', { autoRenew: String(!row.autoRenew) }),
    button(`${path}/end-term`, 'end the term now'),
    button(`${path}/suspend`, 'suspend'),
    cancel,
  ].join('');
};
