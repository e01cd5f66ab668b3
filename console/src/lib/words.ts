import { wordsTexts as texts } from '../texts/words.ts';

const { known } = texts;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A duration of ISO 8601 with one unit, as marketplaces write them: `P12M` → `12 months`. */
const durationOf = (code: string): string | undefined => {
  const [, count = '', unit = ''] = /^P(\d+)([DWMY])$/.exec(code) ?? [];
  return count === '' ? undefined : texts.duration(count, unit);
};

/** `PENDING_ACCEPTANCE` → `Pending acceptance`. */
export const wordOf = (code: string): string => {
  const word = known[code] ?? durationOf(code);
  if (word !== undefined) return word;
  if (!/^[A-Z0-9_ ]+$/.test(code)) return capitalized(code);
  return capitalized(code.toLowerCase().replaceAll('_', ' '));
};

/** `buyerAwsAccountIds` → `Buyer AWS account IDs`. */
export const labelOf = (name: string): string => {
  const parts = name
    .replaceAll(/IDs(?![a-z])/g, 'Ids')
    .replaceAll(/([a-z])(\d+[A-Z])/g, '$1 $2')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[ _.-]/);
  const words = parts.map((part) => {
    const upper = part.toUpperCase();
    if (upper === 'IDS') return 'IDs';
    if (['GCP', 'AZURE', 'STRIPE', 'ADYEN', 'SALESFORCE', 'HUBSPOT'].includes(upper)) return known[upper] ?? part;
    return known[upper] !== undefined && upper.length <= 5 ? upper : part.toLowerCase();
  });
  return capitalized(words.join(' '));
};

/** `1 offer`, `3 offers`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;
