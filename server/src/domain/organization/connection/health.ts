import { type CallEnds, type CallKind, callKinds } from '../../../adapters/call-health.ts';
import type { Connection, Failing } from './connection.ts';

type Health = Pick<Connection, 'status' | 'failing' | 'last_error'>;

/** The results of calls by kind: a failure with a readable message beside the partner's, or null for success. */
export type ShownEnds = ReadonlyMap<CallKind, Omit<Failing, 'since'> | null>;

/** Readable messages for failures. `credentials` are redacted from the partner's messages. */
export const shownEnds = (
  ends: CallEnds,
  prettify: (error: { code: string; message: string }) => string,
  clean: (text: string) => string,
): ShownEnds =>
  new Map(
    [...ends].map(([kind, failure]) => {
      if (failure === null) return [kind, null];
      const code = clean(failure.code).slice(0, 100);
      const partnerMessage = clean(failure.message);
      return [kind, { code, message: prettify({ code, message: partnerMessage }), partnerMessage }];
    }),
  );

const isNews = (failing: Health['failing'], kind: CallKind, end: Omit<Failing, 'since'> | null): boolean =>
  end?.code !== failing[kind]?.code;

/**
 * Results that the connection does not show yet. A repeat of the same error is not news: its first message and time are
 * kept.
 */
export const newsOf = ({ failing }: Pick<Health, 'failing'>, ends: ShownEnds): ShownEnds =>
  new Map([...ends].filter(([kind, end]) => isNews(failing, kind, end)));

/** A connection is in error if any kind of call fails, and shows the newest error. */
const shownOf = (failing: Health['failing']): Health => {
  const [newest] = Object.values(failing).sort((a, b) => b.since.localeCompare(a.since));
  if (!newest) return { status: 'CONNECTED', failing, last_error: null };
  const { since: _, ...last_error } = newest;
  return { status: 'ERROR', failing, last_error };
};

/** A failure is cleared only by a successful call of the same kind. */
export const healthAfter = ({ failing }: Pick<Health, 'failing'>, ends: ShownEnds, now: Date): Health => {
  const after = new Map(Object.entries(failing) as [CallKind, Failing][]);
  for (const [kind, end] of newsOf({ failing }, ends)) {
    if (end === null) after.delete(kind);
    else after.set(kind, { ...end, since: now.toISOString() });
  }
  return shownOf(Object.fromEntries(after));
};

/**
 * A successful verification also clears failures that the service does not retry by itself; they would otherwise be
 * shown until such a call happens to be needed.
 */
export const verifiedEnds = (): ShownEnds =>
  new Map(
    (Object.keys(callKinds) as CallKind[]).filter((kind) => !callKinds[kind].repeats).map((kind) => [kind, null]),
  );
