import type { PlanWrite } from '../../adapters/marketplace/changes.ts';
import type { DimensionRead, ProductRead } from '../../adapters/marketplace/port.ts';
import type { CommitDimension, MeteringDimension } from '../../contract/reference/dimensions.ts';
import type { timeUnits } from '../../contract/reference/enums.ts';
import { includedQuantities } from '../../contract/reference/included-quantities.ts';
import { type Decimal, decimalFromJson, decimalToJson } from '../../kit/decimal.ts';
import type { JsonNumber } from '../../kit/json.ts';
import type { ProductInfoDocument } from './product.ts';

/**
 * A product's prices are kept with its dimensions: `info.commits` are contract prices (quantity and duration),
 * `info.dimensions` usage prices. If the partner has plans, a commit's `key` and `name` are those of its plan, and a
 * metered dimension names its plan in `planId` and `planName`. If it has none (AWS), both lists use each dimension's
 * own key.
 */

type TimeUnit = (typeof timeUnits)[number];

/** A number in a document as an exact decimal; documents are validated on input. */
export const decimalOf = (value: JsonNumber): Decimal => decimalFromJson(value) ?? '0';

const letters = { DAY: 'D', MONTH: 'M', YEAR: 'M' } as const;

/** `12 MONTH` → P12M; null if either is missing. */
export const durationOf = ({ length, timeUnit }: CommitDimension): string | null => {
  if (length === undefined || timeUnit === undefined || length < 1) return null;
  return `P${timeUnit === 'YEAR' ? length * 12 : length}${letters[timeUnit]}`;
};

/** P12M → 12 MONTH; empty if it is none of the three units. */
export const lengthOf = (durationIso: string): { length?: number; timeUnit?: TimeUnit } => {
  const [, count, letter] = /^P(\d{1,5})([DMY])$/.exec(durationIso) ?? [];
  if (count === undefined) return {};
  const timeUnit = ({ D: 'DAY', M: 'MONTH', Y: 'YEAR' } as const)[letter as 'D' | 'M' | 'Y'];
  return { length: Number(count), timeUnit };
};

type Lists = { commits: CommitDimension[]; dimensions: MeteringDimension[] };

const isContract = ({ types }: DimensionRead): boolean => types.includes('Entitled');
const isMetered = ({ types }: DimensionRead): boolean =>
  types.includes('Metered') || types.includes('ExternallyMetered');

const described = ({ key, name, description, unit, types }: DimensionRead) => ({
  key,
  name,
  description,
  category: unit,
  types,
});

const commitPrice = ({ price, quantity, durationIso }: PlanWrite['commits'][number]) => ({
  rate: decimalToJson(price),
  quantity,
  ...lengthOf(durationIso),
});

const includedOf = ({ included = [], includedQuantity }: PlanWrite['usage'][number]) => {
  const list = includedQuantities(included);
  if (list.length > 0) return { includedBaseQuantities: list };
  return includedQuantity === null ? {} : { includedBaseQuantities: [{ quantity: decimalToJson(includedQuantity) }] };
};

const noPrices: PlanWrite = {
  id: null,
  name: '',
  description: '',
  commits: [],
  usage: [],
  currency: '',
  billingTermIso: null,
};

/** Each dimension with its prices. A dimension without prices appears once. */
const withPrices = (read: readonly DimensionRead[], { commits, usage }: PlanWrite): Lists => ({
  commits: read.filter(isContract).flatMap((dimension) => {
    const prices = commits.filter(({ key }) => key === dimension.key);
    const plain = described(dimension);
    return prices.length === 0 ? [plain] : prices.map((price) => ({ ...plain, ...commitPrice(price) }));
  }),
  dimensions: read.filter(isMetered).map((dimension) => {
    const price = usage.find(({ key }) => key === dimension.key);
    return { ...described(dimension), ...(price ? { rate: decimalToJson(price.price) } : {}) };
  }),
});

const inPlans = (read: readonly DimensionRead[], plans: readonly PlanWrite[]): Lists => {
  const known = new Map(read.map((dimension) => [dimension.key, described(dimension)]));
  const priced = new Set(plans.flatMap(({ usage }) => usage.map(({ key }) => key)));
  return {
    commits: plans.flatMap(({ id, name, description, perUser, commits }) =>
      commits.map((commit) => ({
        key: id ?? commit.key,
        name,
        description,
        type: perUser ? ('PER_USER' as const) : ('FLAT_RATE' as const),
        ...(typeof perUser?.min === 'number' ? { minimumUsers: perUser.min } : {}),
        ...(typeof perUser?.max === 'number' ? { maximumUsers: perUser.max } : {}),
        ...commitPrice(commit),
      })),
    ),
    dimensions: [
      ...plans.flatMap(({ id, name, usage }) =>
        usage.map((price) => ({
          ...(known.get(price.key) ?? { key: price.key, name: price.name, category: price.unit }),
          rate: decimalToJson(price.price),
          ...includedOf(price),
          ...(id === null ? {} : { planId: id }),
          planName: name,
        })),
      ),
      ...read.filter((dimension) => isMetered(dimension) && !priced.has(dimension.key)).map(described),
    ],
  };
};

const withOld = <T extends { key?: string | undefined }>(read: T[], old: readonly T[] = []): T[] =>
  read.flatMap((dimension) => {
    const before = old.filter(({ key }) => key === dimension.key);
    return before.length === 0 ? [dimension] : before.map((each) => ({ ...each, ...dimension }));
  });

/** Terms of the public offer in a read. Absent terms stay unchanged. */
export const readTerms = ({ publicTerms }: Pick<ProductRead, 'publicTerms'>): Partial<ProductInfoDocument> => {
  const { legal = null, refundPolicy = null } = publicTerms ?? {};
  return {
    ...(legal ? { eulaType: legal.type === 'CUSTOM' ? ('CUSTOM' as const) : ('SCMP' as const) } : {}),
    ...(legal?.type === 'CUSTOM' ? { eulaUrl: legal.url } : {}),
    ...(refundPolicy ? { refundCancellationPolicy: refundPolicy } : {}),
  };
};

/** The lists of `info` after a read; prices that the read does not show stay unchanged. */
export const readDimensions = (
  { dimensions, plans }: { dimensions: readonly DimensionRead[]; plans?: readonly PlanWrite[] | undefined },
  old: ProductInfoDocument,
): Partial<ProductInfoDocument> => {
  if (plans === undefined) {
    const read = withPrices(dimensions, noPrices);
    const hasPlans = (old.dimensions ?? []).some(({ planId }) => planId !== undefined);
    return {
      commits: hasPlans && read.commits.length === 0 ? (old.commits ?? []) : withOld(read.commits, old.commits),
      dimensions: withOld(read.dimensions, old.dimensions),
    };
  }
  const currency = plans.find((plan) => plan.currency !== '')?.currency;
  const [first] = plans;
  const lists =
    first === undefined || (plans.length === 1 && first.id === null)
      ? withPrices(dimensions, first ?? noPrices)
      : inPlans(dimensions, plans);
  return { ...lists, ...(currency === undefined ? {} : { currency }) };
};
