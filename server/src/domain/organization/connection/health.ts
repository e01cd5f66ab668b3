import { type CallEnds, type CallKind, callKinds } from '../../../adapters/call-health.ts';
import type { Connection, Failing } from './connection.ts';

type Health = Pick<Connection, 'status' | 'failing' | 'last_error'>;

/** A failed call with a readable sentence beside the partner's words. */
export type ShownEnds = ReadonlyMap<CallKind, Omit<Failing, 'since'> | null>;

/** Readable sentences for what failed; `credentials` are blotted out of what the partner said. */
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

/** What of it the account does not show yet. The same error once more is none: it stands with its first words and time. */
export const newsOf = ({ failing }: Pick<Health, 'failing'>, ends: ShownEnds): ShownEnds =>
  new Map([...ends].filter(([kind, end]) => isNews(failing, kind, end)));

/** The state that an account shows is the worst of its calls, and its error the newest. */
const shownOf = (failing: Health['failing']): Health => {
  const [newest] = Object.values(failing).sort((a, b) => b.since.localeCompare(a.since));
  if (!newest) return { status: 'CONNECTED', failing, last_error: null };
  const { since: _, ...last_error } = newest;
  return { status: 'ERROR', failing, last_error };
};

/** Each kind of call is mended by a call of its own kind only. */
export const healthAfter = ({ failing }: Pick<Health, 'failing'>, ends: ShownEnds, now: Date): Health => {
  const after = new Map(Object.entries(failing) as [CallKind, Failing][]);
  for (const [kind, end] of newsOf({ failing }, ends)) {
    if (end === null) after.delete(kind);
    else after.set(kind, { ...end, since: now.toISOString() });
  }
  return shownOf(Object.fromEntries(after));
};

/**
 * A verification that went well mends besides itself what the service does not try again by itself: it would else be shown
 * as failing until somebody happens to need it.
 */
export const verifiedEnds = (): ShownEnds =>
  new Map(
    (Object.keys(callKinds) as CallKind[]).filter((kind) => !callKinds[kind].repeats).map((kind) => [kind, null]),
  );
