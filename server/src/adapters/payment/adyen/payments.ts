import { z } from 'zod';
import { isPartnerError, partnerError } from '../../partner-error.ts';
import type { SendHttp } from '../http.ts';
import { toMinorUnits } from '../minor-units.ts';
import type { MethodRead, MethodType, PaymentAccess, Payments } from '../port.ts';
import { createAdyenClient, merchantOf } from './client.ts';
import { prettifyAdyenError } from './errors.ts';
import { adyenMessages } from './messages.ts';

const text = z.string().nullish();

const StoredMethod = z.looseObject({ id: z.string(), type: z.string(), name: text, brand: text, lastFour: text });
const StoredMethods = z.looseObject({ storedPaymentMethods: z.array(StoredMethod).nullish() });
const PaymentAnswer = z.looseObject({
  pspReference: z.string(),
  resultCode: z.string(),
  refusalReason: text,
  refusalReasonCode: text,
});
const ModificationAnswer = z.looseObject({ pspReference: z.string() });

const theirTypes: Readonly<Record<MethodType, string>> = {
  card: 'scheme',
  ach_debit: 'ach',
  bacs_debit: 'directdebit_GB',
  sepa_debit: 'sepadirectdebit',
};
const ours = new Map(Object.entries(theirTypes).map(([type, theirs]) => [theirs, type as MethodType]));

const nameMax = 255;
const goneCodes = ['800', '803'];

const readMethod = (method: z.output<typeof StoredMethod>): MethodRead | null => {
  const type = ours.get(method.type);
  if (type === undefined) return null;
  const issuer = method.name || method.brand || method.type;
  return {
    externalId: method.id,
    type,
    name: `${issuer}${method.lastFour ? ` •••• ${method.lastFour}` : ''}`.slice(0, nameMax),
    isVerified: true,
    setupIntentId: null,
    document: null,
  };
};

/**
 * Result codes of CheckoutService-v72 that mean nothing was paid. Any other but `partly` may mean that it was: a message
 * reports the end, and the charge is never repeated.
 */
const unpaid: ReadonlySet<string> = new Set([
  'AuthenticationFinished',
  'AuthenticationNotRequired',
  'Cancelled',
  'ChallengeShopper',
  'Error',
  'IdentifyShopper',
  'PresentToShopper',
  'RedirectShopper',
  'Refused',
]);

/** The bank has authorised less than was asked for; Adyen captures that unless it is canceled. */
const partly = 'PartiallyAuthorised';

/**
 * Adyen, by plain requests. It keeps no customers: a buyer is what its `shopperReference` names, and payment methods
 * are what is stored under it. It has no default method and cannot list changes.
 */
/**
 * `publicUrl`: the product's address. Adyen requires a return address for every payment (CheckoutService-v72,
 * PaymentRequest), even if there is no shopper to return.
 */
export const createAdyenPayments = (request: SendHttp, { publicUrl }: { publicUrl: string }): Payments => {
  const send = createAdyenClient(request);
  const modify = (
    access: PaymentAccess,
    { chargeId, kind, body }: { chargeId: string; kind: 'refunds' | 'reversals'; body: object },
    key: string,
  ) =>
    send(access, kind, ModificationAnswer, {
      method: 'POST',
      path: `/payments/${encodeURIComponent(chargeId)}/${kind}`,
      key,
      body: { merchantAccount: merchantOf(access), ...body },
    });
  /**
   * Reverses a partial authorisation, captured or not. The outcome of the charge stays open until Adyen has accepted the request: repeating
   * the charge with its key leads to this function again.
   */
  const reverse = async (access: PaymentAccess, chargeId: string, reference: string, key: string): Promise<void> => {
    try {
      await modify(access, { chargeId, kind: 'reversals', body: { reference } }, `${key} reversal`);
    } catch (error) {
      if (!isPartnerError(error)) throw error;
      throw partnerError('Adyen authorised part of the payment, and did not accept the request to reverse it.', {
        ...{ partner: 'ADYEN', outcome: 'UNKNOWN', partnerCode: partly, cause: error },
        ...{ httpStatus: error.httpStatus, requestId: error.requestId, retryable: error.retryable },
      });
    }
  };
  return {
    code: 'ADYEN',
    prettifyError: prettifyAdyenError,
    messages: adyenMessages,
    readCustomer: async (access, shopperReference) => {
      const { storedPaymentMethods } = await send(access, 'storedPaymentMethods', StoredMethods, {
        method: 'GET',
        path: '/storedPaymentMethods',
        query: { merchantAccount: merchantOf(access), shopperReference },
      });
      return {
        externalId: shopperReference,
        isDeleted: false,
        name: null,
        description: null,
        email: null,
        defaultMethodId: undefined,
        buyerId: null,
        methods: (storedPaymentMethods ?? []).map(readMethod).filter((method) => method !== null),
        document: { shopperId: shopperReference },
      };
    },
    listChangedCustomers: async () => null,
    detachMethod: async (access, { customerId, methodId }) => {
      try {
        await send(access, 'storedPaymentMethods', z.unknown(), {
          method: 'DELETE',
          path: `/storedPaymentMethods/${encodeURIComponent(methodId)}`,
          query: { merchantAccount: merchantOf(access), shopperReference: customerId },
        });
      } catch (error) {
        const isRefused = isPartnerError(error) && error.outcome === 'REFUSED';
        if (!isRefused || (error.httpStatus !== 404 && !goneCodes.includes(error.partnerCode))) throw error;
      }
    },
    charge: async (access, { customerId, methodId, methodType, amount, currency, reference }, key) => {
      const answer = await send(access, 'payments', PaymentAnswer, {
        method: 'POST',
        path: '/payments',
        key,
        body: {
          merchantAccount: merchantOf(access),
          amount: { currency, value: toMinorUnits('ADYEN', amount, currency) },
          reference,
          shopperReference: customerId,
          shopperInteraction: 'ContAuth',
          recurringProcessingModel: 'UnscheduledCardOnFile',
          returnUrl: publicUrl,
          paymentMethod: { type: theirTypes[methodType], storedPaymentMethodId: methodId },
          additionalData: { allowPartialAuth: 'false' },
        },
      });
      const { pspReference: chargeId, resultCode, refusalReason, refusalReasonCode } = answer;
      if (resultCode === 'Authorised') return { state: 'SUCCEEDED', chargeId };
      if (resultCode === partly) {
        await reverse(access, chargeId, reference, key);
        const message = 'The bank authorised only a part of the amount. The part was given back.';
        return { state: 'FAILED', chargeId, code: partly, message };
      }
      if (!unpaid.has(resultCode)) return { state: 'PENDING', chargeId };
      const message = refusalReason || `The payment is ${resultCode}.`;
      return { state: 'FAILED', chargeId, code: refusalReasonCode || resultCode, message };
    },
    refund: async (access, { chargeId, amount, currency, reference }, key) => {
      const body = { amount: { currency, value: toMinorUnits('ADYEN', amount, currency) }, reference };
      return (await modify(access, { chargeId, kind: 'refunds', body }, key)).pspReference;
    },
  };
};
