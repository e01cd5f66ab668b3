import { button, faultSection, field, iso, messageSection, newest, section, text } from '../../kit/page.ts';
import { isOpen } from '../billing/pay-bill.ts';
import type { Bill } from '../billing/rows.ts';
import { entityName } from '../catalog/entity-view.ts';
import { isPrivateOffer, offerEndsAt } from '../catalog/offer-rules.ts';
import { awsFaults } from '../faults.ts';
import type { Opportunity } from '../partner-central/rows.ts';
import type { Agreement, AwsSimulation, Offer, OfferSet } from '../state.ts';

/**
 * The part of the start page for AWS: tables of the state, and buttons for people's actions. Plain HTML.
 */
export const renderPage = (simulation: AwsSimulation): string => {
  const { store, clock } = simulation;
  const entities = store.list('entities');
  const now = clock.now();
  return [
    section(
      'Accounts',
      ['kind', 'id', 'name', 'access key', 'events go to'],
      newest(store.list('accounts')),
      (account) => [
        text(account.kind),
        text(account.id),
        text(account.name),
        text(account.accessKeyId),
        text(account.messageTarget?.url ?? ''),
      ],
    ),
    section(
      'Products',
      ['id', 'code', 'title', 'visibility', 'metered by', 'dimensions'],
      newest(entities.filter((entity) => entity.type === 'SaaSProduct')),
      (product) => [
        text(product.id),
        text(product.code),
        text(product.title ?? ''),
        text(product.visibility),
        text(product.legacy ? 'product code' : 'license'),
        text(product.dimensions.map((dimension) => dimension.Key).join(', ')),
      ],
    ),
    section(
      'Offers',
      ['id', 'name', 'product', 'state', 'buyers', 'open until', ''],
      newest(entities.filter((entity) => entity.type === 'Offer')),
      (offer) => [
        text(offer.id),
        text(entityName(offer) ?? ''),
        text(offer.productId),
        text(offer.state),
        text(offer.targeting?.buyerAccounts.join(', ') ?? 'public'),
        text(endText(offer)),
        offerButtons(offer, now),
      ],
    ),
    section(
      'Offer sets',
      ['id', 'name', 'state', 'offers', ''],
      newest(entities.filter((entity) => entity.type === 'OfferSet')),
      (offerSet) => [
        text(offerSet.id),
        text(offerSet.name),
        text(offerSet.state),
        text(offerSet.offerIds.join(', ')),
        offerSetButtons(simulation, offerSet),
      ],
    ),
    section(
      'Resale authorizations',
      ['id', 'name', 'product', 'channel partner', 'status', 'offers', ''],
      newest(entities.filter((entity) => entity.type === 'ResaleAuthorization')),
      (authorization) => [
        text(authorization.id),
        text(authorization.name),
        text(authorization.productId),
        text(authorization.resellerAccountId),
        text(authorization.status),
        text(authorization.offerIds.join(', ')),
        authorization.status === 'Active'
          ? button(`/control/aws/resale-authorization/${authorization.id}/restrict`, 'restrict')
          : '',
      ],
    ),
    section(
      'Agreements',
      ['id', 'offer', 'buyer', 'status', 'from', 'until', 'license', ''],
      newest(store.list('agreements')),
      (agreement) => [
        text(agreement.id),
        text(agreement.offerId),
        text(agreement.buyerAccountId),
        text(agreement.status),
        text(iso(agreement.startAt)),
        text(iso(agreement.endAt)),
        text(agreement.licenseArn ?? ''),
        agreementButtons(agreement),
      ],
    ),
    section(
      'Cancellation requests',
      ['id', 'agreement', 'reason', 'status', ''],
      newest(store.list('cancellations')),
      (request) => [
        text(request.id),
        text(request.agreementId),
        text(request.reasonCode),
        text(request.status),
        request.status === 'PENDING_APPROVAL'
          ? button(`/control/aws/cancellation-request/${request.id}/approve`, 'approve') +
            button(`/control/aws/cancellation-request/${request.id}/reject`, 'reject')
          : '',
      ],
    ),
    section(
      `Metering records (${store.count('metering')})`,
      ['hour', 'customer', 'dimension', 'quantity', 'region', 'accepted', 'resends'],
      newest(store.list('metering')),
      (record) => [
        text(record.hour),
        text(record.customerAWSAccountId),
        text(record.dimension),
        text(String(record.quantity)),
        text(record.region),
        text(record.firstAcceptedAt),
        text(`${record.identicalResends} equal, ${record.differentResends} different`),
      ],
    ),
    ...billingSections(simulation),
    ...partnerSections(simulation),
    messageSection('aws', 'Events', store.list('deliveries')),
    faultSection('aws', store.list('faults'), awsFaults),
  ].join('');
};

const billingSections = ({ store }: AwsSimulation): string[] => [
  section(
    `Invoices (${store.count('bills')})`,
    ['invoice', 'kind', 'agreement', 'buyer', 'amount', 'issued', 'due', 'paid', ''],
    newest(store.list('bills')),
    (bill) => [
      text(bill.id),
      text(bill.originalId === null ? bill.kind : `${bill.kind} of ${bill.originalId}`),
      text(bill.agreementId),
      text(bill.buyerAccountId),
      text(`${bill.amount} ${bill.currency}`),
      text(iso(bill.issuedAt)),
      text(iso(bill.dueAt)),
      text(bill.forgivenAt === null ? iso(bill.paidAt) : 'forgiven'),
      billButtons(bill),
    ],
  ),
  section(
    'Payouts',
    ['id', 'seller', 'amount', 'status', 'bank trace', 'paid', ''],
    newest(store.list('disbursements')),
    (payout) => [
      text(payout.id),
      text(payout.accountId),
      text(`${payout.amount} ${payout.currency}`),
      text(payout.status),
      text(payout.bankTraceId),
      text(iso(payout.at)),
      payout.status === 'PAID' ? button(`/control/aws/payout/${payout.id}/fail`, 'the bank rejects it') : '',
    ],
  ),
  section(
    'Files of the data feeds',
    ['seller', 'object', 'bytes', 'written'],
    newest(store.list('feedObjects')),
    (file) => [text(file.accountId), text(file.key), text(String(file.size)), text(iso(file.modifiedAt))],
  ),
];

const partnerSections = ({ store }: AwsSimulation): string[] => [
  section(
    'Opportunities of Partner Central',
    ['id', 'catalog', 'seller', 'customer', 'title', 'stage', 'review', 'offer', ''],
    newest(store.list('opportunities')),
    (opportunity) => [
      text(opportunity.id),
      text(opportunity.catalog),
      text(opportunity.accountId),
      text(opportunity.record.Customer?.Account?.CompanyName ?? ''),
      text(opportunity.record.Project?.Title ?? ''),
      text(opportunity.record.LifeCycle?.Stage ?? ''),
      text(opportunity.reviewStatus),
      text(opportunity.related.AwsMarketplaceOffers.join(', ')),
      reviewButtons(opportunity),
    ],
  ),
  section(
    'Engagement invitations',
    ['id', 'catalog', 'from', 'to', 'status', 'until'],
    newest(store.list('invitations')),
    (invitation) => [
      text(invitation.id),
      text(invitation.catalog),
      text(invitation.senderAccountId),
      text(invitation.receiverAccountId),
      text(invitation.status),
      text(iso(invitation.expiresAt)),
    ],
  ),
];

const reviewButtons = ({ id, reviewStatus }: Opportunity): string => {
  if (reviewStatus !== 'Submitted' && reviewStatus !== 'In review') return '';
  const at = `/control/aws/opportunity/${id}`;
  const comments = 'Please check the website and the business problem.';
  return (
    (reviewStatus === 'Submitted' ? button(`${at}/start-review`, 'review') : '') +
    button(`${at}/approve`, 'approve') +
    button(`${at}/request-action`, 'ask for action', { reason: 'Incomplete', comments }) +
    button(`${at}/reject`, 'reject', { reason: 'Disqualified' })
  );
};

const billButtons = (bill: Bill): string => {
  if (bill.originalId !== null || bill.forgivenAt !== null) return '';
  const at = `/control/aws/bill/${bill.id}`;
  const payment = isOpen(bill)
    ? button(`${at}/payment`, 'buyer pays', { when: 'NOW' }) + button(`${at}/payment`, 'never pays', { when: 'NEVER' })
    : '';
  return payment + button(`${at}/return`, 'refund') + button(`${at}/forgive`, 'forgive');
};

const endText = (offer: Offer): string => iso(offerEndsAt(offer));

const offerButtons = (offer: Offer, now: number): string => {
  const endsAt = offerEndsAt(offer);
  if (offer.state !== 'Released' || offer.targetAgreementIntent === 'Renew' || (endsAt !== null && now > endsAt))
    return '';
  if (offer.offerSetId !== null) return 'with its set';
  const buyers = isPrivateOffer(offer) ? (offer.targeting?.buyerAccounts ?? []) : [];
  return acceptForms(`/control/aws/offer/${offer.id}/accept`, buyers);
};

/** A set is accepted as a whole; its buyers are those of its offers. */
const offerSetButtons = ({ store }: AwsSimulation, offerSet: OfferSet): string => {
  if (offerSet.state !== 'Released') return '';
  const first = store.get('entities', offerSet.offerIds[0] ?? '');
  const buyers = first?.type === 'Offer' ? (first.targeting?.buyerAccounts ?? []) : [];
  return acceptForms(`/control/aws/offer-set/${offerSet.id}/accept`, buyers);
};

const acceptForms = (action: string, buyers: string[]): string => {
  if (buyers.length === 0) {
    const account = field('Buyer account', 'buyerAccountId', 'size="12" pattern="\\d{12}" title="12 digits" required');
    return `<form method="post" action="${text(action)}">${account}<button>accept</button></form>`;
  }
  return buyers.map((buyer) => button(action, `accept as ${buyer}`, { buyerAccountId: buyer })).join('');
};

const agreementButtons = (agreement: Agreement): string => {
  if (agreement.status !== 'ACTIVE') return '';
  return (
    button(`/control/aws/agreement/${agreement.id}/cancel`, 'buyer cancels') +
    button(`/control/aws/agreement/${agreement.id}/terminate`, 'AWS terminates') +
    renewalButtons(agreement) +
    button(`/control/aws/agreement/${agreement.id}/registration-token`, 'make a registration token')
  );
};

const renewalButtons = (agreement: Agreement): string => {
  if (!agreement.terms.some((term) => term.Type === 'RenewalTerm')) return '';
  const amend = `/control/aws/agreement/${agreement.id}/amend`;
  const [value, label] = agreement.autoRenew ? (['false', 'do not renew'] as const) : (['true', 'renew'] as const);
  const renewal = button(amend, label, { autoRenew: value });
  return agreement.renewalOfferId === null
    ? renewal + button(`/control/aws/agreement/${agreement.id}/renewal-offer`, 'make the renewal offer')
    : renewal;
};
