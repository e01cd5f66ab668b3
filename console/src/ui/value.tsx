import type { ReactNode } from 'react';
import { useOrgId } from '../api/session.ts';
import { isMoneyField } from '../lib/amounts.ts';
import { useBusinessNow } from '../lib/clock.ts';
import { exactTime, fromNow, localTime, money, quantity, utcTime } from '../lib/format.ts';
import { labelOf, wordOf } from '../lib/words.ts';
import { nounOfId } from '../nouns/nouns.tsx';
import { valueTexts as texts } from '../texts/value.ts';
import { useName } from './names.ts';
import { PlainLink } from './plain-link.tsx';
import styles from './value.module.css';

// A table shows hundreds of these at once and new ones in each frame while it scrolls: they are plain elements with classes,
// because a component of the library costs several times as much.

const colors: [RegExp, string][] = [
  [/FAIL|ERROR|REJECT|INVALID|REFUSED|LOST|LATE|UNCONFIRMED|TIMED_OUT|CRITICAL|BLOCKED|SUSPENDED/, 'red'],
  [/PENDING|RUNNING|WAIT|HELD|SCHEDULED|REVIEW|PROGRESS|REQUIRED|SUBMITTED|INVITED|PROCESSING|HIGH|URGENT/, 'yellow'],
  [/^(ACTIVE|ACCEPTED|PUBLIC|COMPLETED|CONNECTED|DONE|SUCCESS|WON|PAID|REPORTED|FINALIZED|CONFIRMED|AUDITED)$/, 'teal'],
  [/DRAFT|OPEN|CREATED|LIMITED/, 'blue'],
];

/** A status in words. The colour only repeats the meaning of the word. */
export const Status = ({ value }: { value: string }) => (
  <span className={styles.status} data-color={colors.find(([pattern]) => pattern.test(value))?.[1]}>
    {wordOf(value)}
  </span>
);

/** Both zones of a time. */
const zonesOf = (value: string): string => `${localTime(value)} · ${utcTime(value)}`;

/** A time, relative to now. On hover it shows both zones. */
export const Time = ({ value, isExact }: { value: string; isExact?: boolean }) => {
  const now = useBusinessNow();
  return (
    <time dateTime={value} title={zonesOf(value)} data-exact={isExact}>
      {isExact ? exactTime(value) : fromNow(value, now)}
    </time>
  );
};

/** A link to a thing by its id, under its name once that is known. */
export const Reference = ({ id }: { id: string }) => {
  const orgId = useOrgId();
  const noun = nounOfId(id);
  const name = useName(noun, id);
  if (!noun?.item) return <code className={styles.code}>{id}</code>;
  return (
    <PlainLink to={`/console/${orgId}/${noun.slug}/${id}`} title={id}>
      {name ?? `${noun.one} …${id.slice(-6)}`}
    </PlainLink>
  );
};

const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text);
const isCode = (text: string): boolean => /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(text) && text.length > 2;
const isStatusField = (name: string): boolean => /(^|\.)(\w*[sS]tatus|priority|cause|health)$/.test(name);
const isPlain = (value: unknown): boolean => value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** Any value of the API, rendered by its type. `field` is the path at which it was found. */
export const Value = ({
  value,
  field = '',
  currency,
  isExact,
}: {
  value: unknown;
  field?: string;
  currency?: string;
  /** Times are shown with their zone, not relative to now. */
  isExact?: boolean;
}): ReactNode => {
  if (value === undefined || value === null || value === '') return <span className={styles.none}>—</span>;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'number')
    return <span className="number">{currency && isMoneyField(field) ? money(value, currency) : quantity(value)}</span>;
  if (typeof value === 'string') {
    if (isTime(value)) return <Time value={value} isExact={isExact} />;
    if (!/^(id|clientId)$/.test(field) && nounOfId(value)) return <Reference id={value} />;
    if (isStatusField(field)) return <Status value={value} />;
    if (isCode(value) && !/currency|key/i.test(field)) return wordOf(value);
    return value;
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return <span className={styles.none}>{texts.none}</span>;
    if (value.every(isPlain))
      return (
        <span className={styles.several}>
          {value.map((one) => (
            <span key={String(one)} className={styles.one}>
              <Value value={one} field={field} />
            </span>
          ))}
        </span>
      );
    return `${value.length} ${labelOf(field.split('.').at(-1) ?? texts.items).toLowerCase()}`;
  }
  const entries = Object.entries(value as Record<string, unknown>).filter(([, one]) => isPlain(one));
  return entries.map(([name, one]) => `${name} ${typeof one === 'number' ? quantity(one) : String(one)}`).join(', ');
};
