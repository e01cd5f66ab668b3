import { convertBy, fixedWith, shareOf } from '../../kit/amounts.ts';
import type { AdyenChange, Amount, Merchant, Movement, Payment } from '../state.ts';
import { scheduleClose } from './schedule-close.ts';
import { decimalsOf, termsOf } from './terms.ts';

const dayMs = 86_400_000;
const noCosts = { commission: 0, markup: 0, schemeFees: 0, interchange: 0 };

/** Stores a movement. IDs increase, so that reports list movements in the order in which they happened. */
export const putMovement = (
  tx: AdyenChange,
  merchant: Merchant,
  given: Pick<Movement, 'type' | 'net'> & Partial<Movement>,
): Movement => {
  tx.ids.hex(1);
  const movement: Movement = {
    ...{ pspReference: '', merchantReference: '', paymentMethod: '', modificationReference: '' },
    ...{ modificationMerchantReference: '', gross: null, rate: '1', costs: noCosts },
    ...{ at: tx.at, payableAt: tx.at, batch: null },
    ...given,
    id: `${merchant.id}-${String(tx.ids.drawn()).padStart(12, '0')}`,
    merchantId: merchant.id,
  };
  tx.put('movements', movement);
  return movement;
};

type Kind = 'Settled' | 'Refunded' | 'RefundedReversed' | 'Chargeback' | 'ChargebackReversed' | 'SecondChargeback';

/** Movements that take money from the merchant. */
const isDebit = (type: Kind): boolean => type === 'Refunded' || isChargeback(type);

const isChargeback = (type: Kind): boolean => type === 'Chargeback' || type === 'SecondChargeback';

/**
 * Books what happened to a payment: the gross amount in its currency, the net amount in the settlement currency, which
 * is the converted gross amount less the costs. It is in the first batch that closes some days later.
 */
export const bookPayment = (
  tx: AdyenChange,
  payment: Payment,
  given: { type: Kind; amount: Amount; modificationReference: string; modificationMerchantReference: string },
): void => {
  const merchant = tx.get('merchants', payment.merchantId);
  const { type, amount } = given;
  if (!merchant || amount.value === 0) return;
  const terms = termsOf(merchant);
  const sign = isDebit(type) ? -1 : 1;
  const conversion = terms.conversions[amount.currency];
  const currency = conversion?.currency ?? amount.currency;
  const decimals = decimalsOf(currency);
  const converted = conversion
    ? convertBy(conversion.rate, amount.value, decimals - decimalsOf(amount.currency))
    : amount.value;
  const isCard = payment.details.type === 'scheme';
  const settled = isCard
    ? {
        commission: 0,
        markup: shareOf(converted, terms.markupBasisPoints),
        schemeFees: shareOf(converted, terms.schemeBasisPoints),
        interchange: shareOf(converted, terms.interchangeBasisPoints),
      }
    : { ...noCosts, commission: Math.min(fixedWith(decimals, terms.commission), converted) };
  // Sources: the sample of docs.adyen.com, "Settlement details report", whose chargeback has its fee as commission; "Manage
  // disputes": the second chargeback has its own fee.
  const charged = { ...noCosts, commission: fixedWith(decimals, terms.chargebackFee) };
  const costs = type === 'Settled' ? settled : isChargeback(type) ? charged : noCosts;
  const payableAt = tx.at + terms.settlementDays * dayMs;
  putMovement(tx, merchant, {
    ...given,
    pspReference: payment.id,
    merchantReference: payment.reference,
    paymentMethod: payment.details.brand ?? payment.details.type,
    gross: { currency: amount.currency, value: sign * amount.value },
    rate: conversion?.rate ?? '1',
    net: { currency, value: sign * converted - costOf({ costs }) },
    costs,
    payableAt,
  });
  scheduleClose(tx, merchant, payableAt);
};

/** The costs of a movement in its net currency. */
const costOf = ({ costs }: Pick<Movement, 'costs'>): number =>
  costs.commission + costs.markup + costs.schemeFees + costs.interchange;
