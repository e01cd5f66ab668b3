import { z } from 'zod';
import { checkoutError, invalid } from '../errors.ts';
import type { Amount, Json } from '../state.ts';

const amount = z.looseObject({ currency: z.string(), value: z.int() });
const text = z.string();

/** The request members that the simulator uses; all others are accepted and ignored. */
export const paymentRequest = z.looseObject({
  merchantAccount: text.optional(),
  amount: amount.optional(),
  reference: text.optional(),
  paymentMethod: z.record(z.string(), z.unknown()).optional(),
  returnUrl: text.optional(),
  shopperReference: text.optional(),
  shopperEmail: text.optional(),
  shopperInteraction: z.enum(['Ecommerce', 'ContAuth', 'Moto', 'POS']).optional(),
  recurringProcessingModel: z.enum(['CardOnFile', 'Subscription', 'UnscheduledCardOnFile']).optional(),
  storePaymentMethod: z.boolean().optional(),
  storePaymentMethodMode: z.enum(['askForConsent', 'disabled', 'enabled']).optional(),
  additionalData: z.record(z.string(), z.unknown()).optional(),
  captureDelayHours: z.int().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  countryCode: text.optional(),
  mode: z.enum(['embedded', 'hosted']).optional(),
  expiresAt: text.optional(),
});

/** Parses a body; a member of the wrong type is a request that cannot be parsed. */
export const readBody = <S extends z.ZodType>(schema: S, body: Json): z.output<S> => {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const place = result.error.issues[0]?.path.join('.') ?? '';
  throw checkoutError(400, '702', `Structure of the request is not valid: unexpected input at field ${place}`);
};

// Source: docs.adyen.com/development-resources/currency-codes.
const currencies = [
  'AED ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BMD BND BOB BRL BSD BWP BYN BZD CAD CHF CLP CNH CNY COP CRC CUP CVE',
  'CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD ISK JMD JOD',
  'JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LKR LYD MAD MDL MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK',
  'NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD STN SVC SZL THB TND',
  'TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VEF VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW',
].flatMap((line) => line.split(' '));

/** The amount of a request, in the smallest unit of its currency. */
export const needAmount = (given: { currency: string; value: number } | undefined): Amount => {
  if (!given) throw invalid('100', "Required object 'amount' is not provided.");
  if (!currencies.includes(given.currency)) throw invalid('138', 'Unsupported currency specified');
  if (given.value < 0) throw invalid('137', 'Invalid amount specified');
  return { currency: given.currency, value: given.value };
};

/** A required string. */
export const needText = (value: string | undefined, field: string, code: string): string => {
  if (value === undefined || value === '') throw invalid(code, `Required field '${field}' is not provided.`);
  return value;
};

/** A shopper's reference: 3 to 256 characters. */
export const needShopper = (value: string | undefined): string => {
  const shopper = needText(value, 'shopperReference', '14_006');
  if (shopper.length < 3 || shopper.length > 256) throw invalid('128', "Field 'shopperReference' is not valid.");
  return shopper;
};
