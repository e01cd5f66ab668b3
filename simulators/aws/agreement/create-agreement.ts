import { scheduleDue } from '../../kit/due.ts';
import { startBilling } from '../billing/charge-agreement.ts';
import { sendAgreementCreated } from '../events.ts';
import type { Agreement, AgreementIntent, AwsTransaction, Offer, Product, Term } from '../state.ts';
import { scheduleLicense } from './licenses.ts';
import { scheduleNotice } from './notices.ts';
import type { Deal } from './terms.ts';

/** Creates an agreement and everything that follows from it: the event, the license, the end. */
export const createAgreement = (
  transaction: AwsTransaction,
  parts: {
    offer: Offer;
    product: Product;
    buyerAccountId: string;
    terms: Offer['terms'];
    deal: Deal;
    intent: AgreementIntent;
    previous: Agreement | null;
    autoRenew: boolean;
    renewals: number;
  },
): Agreement => {
  const { offer, product, deal, previous, intent } = parts;
  const id = `agmt-${transaction.ids.text(25)}`;
  const agreement: Agreement = {
    id,
    sellerAccountId: offer.accountId,
    buyerAccountId: parts.buyerAccountId,
    productId: product.id,
    productCode: product.code,
    offerId: offer.id,
    offerSetId: offer.offerSetId,
    status: 'ACTIVE',
    intent,
    acceptedAt: transaction.at,
    startAt: deal.startAt,
    endAt: deal.endAt,
    endedAt: null,
    updatedAt: transaction.at,
    initialAgreementId: previous?.initialAgreementId ?? id,
    previousAgreementId: previous?.id ?? null,
    currencyCode: deal.currencyCode,
    agreementValue: deal.agreementValue,
    terms: parts.terms.map((term): Term => ({ ...term, Id: `term-${transaction.ids.hex(64)}` })),
    entitlements: deal.entitlements,
    selectedDuration: deal.selectedDuration,
    autoRenew: parts.autoRenew,
    proposerOptedOut: false,
    renewals: parts.renewals,
    renewalOfferId: null,
    licenseArn: null,
  };
  transaction.put('agreements', agreement);
  rememberCustomer(transaction, agreement);
  sendAgreementCreated(transaction, agreement);
  scheduleLicense(transaction, agreement);
  startBilling(transaction, agreement);
  if (agreement.endAt !== null) {
    scheduleDue(transaction, { kind: 'agreement-end', at: agreement.endAt, refId: id });
    scheduleNotice(transaction, agreement, 0);
  }
  return agreement;
};

// A buyer's customer identifier for a product is the same in all agreements.
const rememberCustomer = (transaction: AwsTransaction, agreement: Agreement): void => {
  const id = `${agreement.productCode}/${agreement.buyerAccountId}`;
  const known = transaction.get('customers', id);
  const customerIdentifier = known?.customerIdentifier ?? transaction.ids.text(11);
  transaction.put('customers', {
    id,
    productCode: agreement.productCode,
    buyerAccountId: agreement.buyerAccountId,
    customerIdentifier,
    agreementIds: [...(known?.agreementIds ?? []), agreement.id],
  });
  transaction.put('customerIdentifiers', { id: `${agreement.productCode}/${customerIdentifier}`, customerId: id });
};
