import { Refusal } from '../kit/errors.ts';
import { type CallOutcome, type Metrics, silentMetrics } from '../kit/metrics.ts';
import { type CallEnds, createCallWatch, type WatchedMethod, watchPort } from './call-health.ts';
import type { CoSell, CoSellAccess, CoSells } from './cosell/port.ts';
import type { Crm, CrmAccess, Crms } from './crm/port.ts';
import type { Draft, EmailWriter, Letter } from './email-writer/email-writer.ts';
import type { Marketplace, MarketplaceAccess, MarketplaceCode, UsageQuestion, UsageRead } from './marketplace/port.ts';
import { isPartnerError } from './partner-error.ts';
import type { CustomerRead, PaymentAccess, PaymentProviders } from './payment/port.ts';
import { coSellCalls, crmCalls, marketplaceCalls, paymentCalls } from './watched-calls.ts';
import { withoutSecrets } from './without-secrets.ts';

/** How a connected account at a partner is reached. Never stored and never logged. */
export type ConnectionAccess = {
  partner: string;
  service: string;
  accountId: string;
  /** Where the partner's API is; undefined: the real one. */
  endpoint: string | undefined;
  /** Addresses of single services, by the names of `adapters/partner-services.ts`. */
  endpoints?: Readonly<Record<string, string>>;
  region: string;
  credentials: Record<string, string>;
};

/** A partner's answer to a harmless call with these credentials. `accountId`: their owner, if the partner says. */
export type Verification =
  | { ok: true; accountId: string | null; detail: string }
  | { ok: false; code: string; message: string; partnerMessage: string | null };

/** Makes one real, harmless call to a partner. May throw; errors are reported as UNREACHABLE. */
export type Verifier = (access: ConnectionAccess, signal: AbortSignal) => Promise<Verification>;

/** Why an address is not called, as the end of a sentence; null: it may be tried. */
export type CheckAddress = (address: string, schemes: readonly string[]) => string | null;

/** Sends live queries to partners. */
export type PartnerGateway = {
  /** Never throws for a failure of the partner. */
  verify(access: ConnectionAccess, signal: AbortSignal): Promise<Verification>;
  checkAddress: CheckAddress;
  /** The same for an address to which events are sent: it may have a query. */
  checkReceiver: (address: string) => string | null;
  /** A customer at a payment provider; null: there is none. Throws a Refusal if the provider does not answer. */
  readCustomer(access: PaymentAccess, customerId: string, asker: Asker): Promise<CustomerRead | null>;
  /** What a marketplace shows about usage; null: it shows none. Throws a Refusal if it does not answer. */
  readUsage(access: MarketplaceAccess, question: UsageQuestion, asker: Asker): Promise<UsageRead[] | null>;
  /** Asks a co-sell partner. Throws a Refusal if it does not answer. */
  askCoSell<T>(
    access: CoSellAccess,
    asker: Asker,
    question: (coSell: CoSell, access: CoSellAccess) => Promise<T>,
  ): Promise<T>;
  /** The same for a CRM. */
  askCrm<T>(access: CrmAccess, asker: Asker, question: (crm: Crm, access: CrmAccess) => Promise<T>): Promise<T>;
  /** A draft by the operator's writer of mails; null: there is none. Throws a Refusal if it does not give one. */
  draftMail(letter: Letter, signal: AbortSignal): Promise<Draft | null>;
};

/** The caller of a query: how long it waits, and where the outcome of a connection's calls is recorded. */
export type Asker = { signal: AbortSignal; noteCalls(connectionId: string, ends: CallEnds): Promise<void> };

/** What to say about a call without an answer, by the code of the error. */
const failures: Readonly<Record<string, { code: string; message: string }>> = {
  ADDRESS_REFUSED: { code: 'ADDRESS_REFUSED', message: 'The service may not call this endpoint.' },
  ANSWER_TOO_LARGE: { code: 'UNREADABLE_ANSWER', message: 'The server at this address is not the API of the partner.' },
  ETIMEDOUT: { code: 'TIMEOUT', message: 'The partner did not answer in time.' },
};

/** The longest account id that a caller may name. */
const accountIdMax = 255;

/** How a verification is counted; codes not listed are refusals by the partner. */
const outcomes: Readonly<Record<string, CallOutcome>> = {
  ADDRESS_REFUSED: 'failed',
  PARTNER_FAILED: 'failed',
  REDIRECTED: 'failed',
  TIMEOUT: 'timeout',
  UNREACHABLE: 'failed',
  UNREADABLE_ANSWER: 'failed',
};

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const give = (): void => reject(Object.assign(new Error('given up'), { code: 'ETIMEDOUT' }));
    if (signal.aborted) give();
    else signal.addEventListener('abort', give, { once: true });
  });

/** A partner's own code may be named like a member of every object. */
const failureOf = (code: string) => (Object.hasOwn(failures, code) ? failures[code] : undefined);

type Asked = { partner: string; credentials: Readonly<Record<string, string>> };

/** The Refusal for a query that a partner did not answer. */
const refusalOf = (provider: Askable, { partner, credentials }: Asked, error: unknown): Refusal => {
  const partnerFailure = isPartnerError(error) ? error : undefined;
  const code = partnerFailure?.partnerCode ?? (error as { code?: string }).code ?? 'UNREACHABLE';
  const message = withoutSecrets(partnerFailure?.message ?? '', credentials);
  const sentence = failureOf(code)?.message ?? provider.prettifyError({ code, message });
  return new Refusal('3rdPartyError', sentence || `${partner} could not be asked.`, { partner, code, message });
};

/** What a gateway asks. Absent parts cannot be asked. */
export type GatewayParts = {
  checkAddress?: CheckAddress;
  checkReceiver?: PartnerGateway['checkReceiver'];
  payments?: PaymentProviders;
  metrics?: Pick<Metrics, 'observePartnerCall'>;
  marketplaces?: Partial<Record<MarketplaceCode, Marketplace>>;
  coSells?: CoSells;
  crms?: Crms;
  /** Null: mails are drafted from templates. */
  emailWriter?: EmailWriter | null;
};

/** What every port has that can be asked. */
type Askable = { prettifyError(error: { code: string; message: string }): string };

const writerWords: Askable = {
  prettifyError: ({ message }) =>
    `The mail writer of this deployment returned no draft: ${message || 'it could not be reached'}. Try again, write the mail yourself, or ask the operator.`,
};

/** An opened account of any partner. */
type Opened = Asked & { connectionId: string };

const unavailable = (partner: string): Refusal =>
  new Refusal('Conflict', `${partner} is not available in this deployment.`);

/** Verifiers by `PARTNER/SERVICE`. */
export const createPartnerGateway = (
  verifiers: Readonly<Record<string, Verifier>>,
  {
    checkAddress = () => null,
    checkReceiver = () => null,
    payments = {},
    metrics = silentMetrics,
    marketplaces = {},
    coSells = {},
    crms = {},
    emailWriter = null,
  }: GatewayParts = {},
): PartnerGateway => {
  const verify = async (verifier: Verifier, access: ConnectionAccess, signal: AbortSignal): Promise<Verification> => {
    const clean = (text: string): string => withoutSecrets(text, access.credentials);
    try {
      const verification = await Promise.race([verifier(access, signal), aborted(signal)]);
      if (verification.ok) {
        const accountId = verification.accountId === null ? null : clean(verification.accountId).slice(0, accountIdMax);
        return { ...verification, accountId, detail: clean(verification.detail) };
      }
      const partnerMessage = verification.partnerMessage === null ? null : clean(verification.partnerMessage);
      return { ...verification, code: clean(verification.code).slice(0, 100), partnerMessage };
    } catch (error) {
      const { code = '', message = '' } = error as { code?: string; message?: string };
      const failure = failureOf(signal.aborted ? 'ETIMEDOUT' : code);
      return {
        ok: false,
        ...(failure ?? { code: 'UNREACHABLE', message: 'The partner could not be reached.' }),
        partnerMessage: clean(message) || null,
      };
    }
  };
  /** Asks one port with a time limit, and records how its calls ended. */
  const ask = async <Port extends Askable, T>(
    port: Port,
    calls: Readonly<Partial<Record<keyof Port, WatchedMethod>>>,
    access: Opened,
    { signal, noteCalls }: Asker,
    question: (port: Port) => Promise<T>,
  ): Promise<T> => {
    const watch = createCallWatch({ ...access, metrics });
    try {
      return await Promise.race([question(watchPort(port, calls, watch)), aborted(signal)]);
    } catch (error) {
      watch.giveUp(error);
      throw refusalOf(port, access, error);
    } finally {
      await noteCalls(access.connectionId, watch.ends());
    }
  };
  return {
    checkAddress,
    checkReceiver,
    readCustomer: async (access, customerId, asker) => {
      const provider = payments[access.partner];
      if (!provider) throw unavailable(access.partner);
      return ask(provider, paymentCalls, access, asker, (port) => port.readCustomer(access, customerId));
    },
    readUsage: async (access, question, asker) => {
      const marketplace = marketplaces[access.partner];
      if (!marketplace?.readUsage) return null;
      return ask(
        marketplace,
        marketplaceCalls,
        access,
        asker,
        async (port) => (await port.readUsage?.(access, question)) ?? null,
      );
    },
    askCoSell: async (access, asker, question) => {
      const coSell = coSells[access.partner];
      if (!coSell) throw unavailable(access.partner);
      return ask(coSell, coSellCalls, access, asker, (port) => question(port, access));
    },
    askCrm: async (access, asker, question) => {
      const crm = crms[access.system];
      if (!crm) throw unavailable(access.system);
      return ask(crm, crmCalls, { ...access, partner: access.system }, asker, (port) => question(port, access));
    },
    draftMail: async (letter, signal) => {
      if (!emailWriter) return null;
      const began = performance.now();
      let outcome: CallOutcome = 'failed';
      try {
        const draft = await Promise.race([emailWriter.draft(letter, signal), aborted(signal)]);
        outcome = 'ok';
        return draft;
      } catch (error) {
        if (signal.aborted) outcome = 'timeout';
        else if (isPartnerError(error) && error.outcome === 'REFUSED') outcome = 'refused';
        throw refusalOf(writerWords, { partner: 'EMAIL_WRITER', credentials: emailWriter.secrets }, error);
      } finally {
        metrics.observePartnerCall('EMAIL_WRITER', outcome, (performance.now() - began) / 1000);
      }
    },
    verify: async (access, signal) => {
      const verifier = verifiers[`${access.partner}/${access.service}`];
      if (!verifier) {
        const message = `${access.service} of ${access.partner} cannot be verified: it has no read-only call.`;
        return { ok: false, code: 'NOT_SUPPORTED', message, partnerMessage: null };
      }
      const began = performance.now();
      const verification = await verify(verifier, access, signal);
      const outcome = verification.ok
        ? 'ok'
        : (Object.hasOwn(outcomes, verification.code) && outcomes[verification.code]) || 'refused';
      metrics.observePartnerCall(access.partner, outcome, (performance.now() - began) / 1000);
      return verification;
    },
  };
};
