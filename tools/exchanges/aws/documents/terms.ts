import { anyOf, date, listOf, matching, object, oneOf, type Shape, textOf, wholeFrom } from '../../written/shapes.ts';

/**
 * Terms of offers, as changes write them and descriptions show them. Sources: AWS Marketplace API Reference, "Work with
 * private offers" (the fields of each change type and its table of synchronous validations), "Work with resale
 * authorizations" and "Work with renewals"; the words of terms are those of both.
 */

/** "Non-negative decimals with up to … decimal places supported", as text. */
const decimal = (places: number): Shape => matching(`^\\d+(\\.\\d{1,${places}})?$`);
const percentage = matching('^(100(\\.0{1,2})?|\\d{1,2}(\\.\\d{1,2})?)$');
/** ISO 8601, in days, months or years. */
const duration = matching('^P\\d+[DMY]$');
const days = matching('^P[1-9]\\d*D$');
export const dimensionKey = textOf(1, 100);
const usd = oneOf('USD');
/** The page's table says JPN, its text and the payment schedule JPY. */
const currency = oneOf('USD', 'AUD', 'EUR', 'GBP', 'JPY');
const allowed = oneOf('Allowed', 'Disallowed');
const s3Url = matching('^https://([^/?#@]+\\.)?s3[.-]([a-z0-9-]+\\.)*amazonaws\\.com(\\.cn)?/\\S+$');

const rates = (places: number): Shape => listOf(object({ DimensionKey: dimensionKey, Price: decimal(places) }), 1, 800);
const grant = (quantity: Readonly<Record<string, Shape>>, more: Readonly<Record<string, Shape>> = {}): Shape =>
  object({ DimensionKey: dimensionKey, ...quantity }, more);
const quantity = { MaxQuantity: wholeFrom(1) };

/** Pricing terms by their name; resale authorizations put `Resale` before it. */
const pricing = (prefix: '' | 'Resale'): Record<string, Shape> => {
  const type = (name: string) => ({ Type: oneOf(`${prefix}${name}`) });
  return {
    ConfigurableUpfrontPricingTerm: object({
      ...{ ...type('ConfigurableUpfrontPricingTerm'), CurrencyCode: currency },
      RateCards: listOf(
        object({
          Selector: object({ Type: oneOf('Duration'), Value: duration }),
          Constraints: object({ MultipleDimensionSelection: allowed, QuantityConfiguration: allowed }),
          RateCard: rates(3),
        }),
        1,
        5,
      ),
    }),
    UsageBasedPricingTerm: object({
      ...{ ...type('UsageBasedPricingTerm'), CurrencyCode: usd },
      RateCards: listOf(object({ RateCard: rates(8) }), 1, 1),
    }),
    ByolPricingTerm: object(type('ByolPricingTerm')),
    RecurringPaymentTerm: object({
      ...{ ...type('RecurringPaymentTerm'), CurrencyCode: usd, BillingPeriod: oneOf('Monthly'), Price: decimal(3) },
    }),
    FixedUpfrontPricingTerm: object(
      {
        ...{ ...type('FixedUpfrontPricingTerm'), CurrencyCode: currency, Price: decimal(3) },
        Grants: listOf(grant(quantity), 1, 200),
      },
      { Duration: duration },
    ),
    FreeTrialPricingTerm: object({
      ...{ ...type('FreeTrialPricingTerm'), Duration: duration, Grants: listOf(grant({}, quantity), 1, 800) },
    }),
  };
};

export const pricingTerms = Object.values(pricing(''));
/** A resale authorization has no trial. */
export const resalePricingTerms = Object.entries(pricing('Resale')).flatMap(([name, shape]) =>
  name === 'FreeTrialPricingTerm' ? [] : [shape],
);

export const supportTerm = object({
  Type: oneOf('SupportTerm'),
  RefundPolicy: { type: 'string', minLength: 1, maxLength: 500, pattern: '^\\S([\\s\\S]*\\S)?$' },
});

const standardEula = object({ Type: oneOf('StandardEula'), Version: oneOf('2019-04-24', '2022-07-14') });
const customEula = object({ Type: oneOf('CustomEula'), Url: s3Url });
export const legalTerm = object({ Type: oneOf('LegalTerm'), Documents: listOf(anyOf(standardEula, customEula), 1) });
export const buyerLegalTerm = object({
  Type: oneOf('BuyerLegalTerm'),
  Documents: listOf(
    anyOf(
      customEula,
      object({ Type: oneOf('StandardEula', 'EnterpriseEula') }, { Version: oneOf('2019-04-24', '2022-07-14') }),
    ),
    1,
  ),
});
export const resaleLegalTerm = object({
  Type: oneOf('ResaleLegalTerm'),
  Documents: listOf(
    anyOf(
      object({ Type: oneOf('StandardResellerContract') }),
      object({ Type: oneOf('CustomResellerContract'), Url: s3Url }),
    ),
    1,
  ),
});

/** "Can be stand alone or paired with AgreementStartDate"; both a duration and an end are not supported. */
export const validityTerm = (day: Shape = date): Shape =>
  anyOf(
    object({ Type: oneOf('ValidityTerm'), AgreementDuration: duration }, { AgreementStartDate: day }),
    object({ Type: oneOf('ValidityTerm'), AgreementEndDate: day }, { AgreementStartDate: day }),
  );

export const scheduleTerm = (type: string, day: Shape = date): Shape =>
  object({
    ...{ Type: oneOf(type), CurrencyCode: currency },
    Schedule: listOf(object({ ChargeDate: day, ChargeAmount: decimal(2) }), 1),
  });

export const netPaymentTerm = (type: string): Shape =>
  object({ Type: oneOf(type), PaymentDuePeriod: oneOf('P15D', 'P30D', 'P45D', 'P60D', 'P90D', 'P120D') });

const priceIncrease = anyOf(
  object({ Type: oneOf('FixedPercentage'), Value: percentage }),
  object({
    Type: oneOf('PercentageRange'),
    Range: object({ MinValue: percentage, MaxValue: percentage, DefaultValue: percentage }),
  }),
);
const template = object({
  Type: oneOf('PaymentScheduleTermTemplate'),
  Schedule: listOf(
    object(
      { ChargeDateOffset: matching('^P\\d+[MD]$'), ChargePercentage: percentage },
      { DayOfMonth: wholeFrom(1, 31) },
    ),
    1,
    86,
  ),
});
export const renewalTerm = object(
  { Type: oneOf('RenewalTerm') },
  {
    ...{ LockoutPeriod: days, AdjustmentDeadline: days, MaxRenewals: wholeFrom(1), PriceIncrease: priceIncrease },
    TermTemplates: listOf(template, 0, 1),
  },
);

export const countryCodes = listOf(matching('^[A-Z]{2}$'), 1, 244);
export const accountId = matching('^\\d{12}$');
