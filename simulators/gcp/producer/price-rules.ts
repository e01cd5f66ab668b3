import type { Violation } from '../errors.ts';
import type { Json, StandardOffer } from '../state.ts';
import { readDateTime } from './date-time.ts';
import { readMoney } from './money.ts';
import { idOf, installments, part, productOffer } from './offer-content.ts';

const amountMax = 1_000_000_000n * 1_000_000_000n;

/** The faults in the price of an offer, given the plan on which it is based. */
export const priceViolations = (content: Json, base: StandardOffer): Violation[] => {
  const { standardIntervalPrice, customIntervalPrice } = productOffer(content);
  if (standardIntervalPrice) return standardViolations(part(standardIntervalPrice), base);
  if (customIntervalPrice) return customViolations(content, base);
  return [{ field: 'singleProductOffer.price', description: 'must be set to publish the offer' }];
};

const standardViolations = ({ standardInterval, priceModel }: Json, base: StandardOffer): Violation[] => {
  const field = 'singleProductOffer.standardIntervalPrice';
  const model = part(priceModel);
  const hasInterval = standardInterval !== undefined && standardInterval !== 'STANDARD_INTERVAL_UNSPECIFIED';
  const isUsageOnly = Boolean(model.usage) && !model.flatFee && !model.commitment;
  const faults = modelViolations(model, base, `${field}.priceModel`);
  if (standardInterval === 'MONTHLY_POSTPAY') {
    faults.push({ field: `${field}.standardInterval`, description: 'MONTHLY_POSTPAY is no longer supported' });
  } else if (isUsageOnly === hasInterval) {
    const description = isUsageOnly ? 'must be unset for usage-only offers' : 'must be set to publish the offer';
    faults.push({ field: `${field}.standardInterval`, description });
  }
  if (part(model.commitment).additionalCredit) {
    faults.push({
      field: `${field}.priceModel.commitment.additionalCredit`,
      description: 'is only supported for custom intervals',
    });
  }
  return faults;
};

const customViolations = (content: Json, base: StandardOffer): Violation[] => {
  const field = 'singleProductOffer.customIntervalPrice.installments';
  const list = installments(content);
  const term = part(content.term);
  const deadline = readDateTime(content.acceptDeadlineTime);
  if (list.length === 0) return [{ field, description: 'must contain at least one installment' }];
  const faults: Violation[] = [];
  let before: number | null = null;
  for (const [index, { startTime, priceModel }] of list.entries()) {
    const at = `${field}[${index}]`;
    const model = part(priceModel);
    faults.push(...modelViolations(model, base, `${at}.priceModel`));
    if (!model.flatFee && !model.commitment)
      faults.push({ field: `${at}.priceModel`, description: 'needs a subscription' });
    if (formOf(model) !== formOf(part(list[0]?.priceModel))) {
      faults.push({ field: `${at}.priceModel`, description: 'must have the form of the first installment' });
    }
    const start = readDateTime(startTime);
    const description = startViolation(index, start, before, term, deadline);
    if (description) faults.push({ field: `${at}.startTime`, description });
    before = start ?? before;
  }
  return faults;
};

const startViolation = (
  index: number,
  start: number | null,
  before: number | null,
  term: Json,
  deadline: number | null,
): string | null => {
  if (index === 0 && term.startPolicy === 'IMMEDIATE') return start === null ? null : 'must be unset with IMMEDIATE';
  if (start === null) return 'must be set';
  if (index === 0 && start !== readDateTime(term.scheduledStartTime)) return 'must match term.scheduledStartTime';
  if (before !== null && start <= before) return 'must be after the installment before';
  return deadline !== null && start < deadline ? 'cannot be before acceptDeadlineTime' : null;
};

const formOf = (model: Json): string => Object.keys(model).sort().join();

const modelViolations = (model: Json, base: StandardOffer, field: string): Violation[] => {
  const faults: Violation[] = [];
  const fault = (name: string, description: string): void => {
    faults.push({ field: `${field}${name}`, description });
  };
  const { usage, flatFee, commitment } = model;
  if (!usage && !flatFee && !commitment) fault('', 'must be set to publish the offer');
  if (flatFee && base.flatFeeSku === null) fault('.flatFee', 'must be unset: the plan has no subscription');
  if (commitment && base.flatFeeSku !== null) fault('.commitment', 'must be unset: the plan has a subscription');
  if (usage && base.usageSkus.length === 0) fault('.usage', 'must be unset: the plan has no usage');
  if (flatFee) checkAmount(part(flatFee).flatFeeOverride, '.flatFee.flatFeeOverride', fault);
  if (commitment) {
    const { commitmentAmount, discountPercent } = part(commitment);
    checkAmount(commitmentAmount, '.commitment.commitmentAmount', fault);
    if (usage && discountPercent) fault('.commitment.discountPercent', 'must be unset when usage is discounted');
    if (!usage && !discountPercent) fault('.commitment.discountPercent', 'must be set to publish the offer');
  }
  const { skuDiscounts } = part(usage);
  for (const [index, discount] of (Array.isArray(skuDiscounts) ? skuDiscounts.map(part) : []).entries()) {
    const isKnown = base.usageSkus.includes(idOf(discount.sku, 'skus') ?? '');
    if (!isKnown) fault(`.usage.skuDiscounts[${index}].sku`, 'must be a SKU of the plan');
    if (!discount.discountPercent) fault(`.usage.skuDiscounts[${index}].discountPercent`, 'must be set');
  }
  return faults;
};

const checkAmount = (value: unknown, name: string, fault: (name: string, description: string) => void): void => {
  const amount = readMoney(value);
  if (!amount) fault(name, 'must be set to publish the offer');
  else if (amount.nanos > amountMax) fault(name, 'cannot exceed 1,000,000,000 USD');
};
