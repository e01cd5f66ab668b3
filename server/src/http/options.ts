import type { PartnerDesk } from '../adapters/desk.ts';
import type { DocumentDesk } from '../adapters/documents/port.ts';
import type { Principal } from '../auth/principal.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { ActEnvironment } from '../engine/run-act.ts';
import type { Log } from '../kit/log.ts';
import type { Metrics } from '../kit/metrics.ts';
import type { TrustProxy } from '../kit/trust-proxy.ts';
import type { RateDecision } from './rate-limit.ts';

export type ApiServerOptions = {
  endpoints: readonly Endpoint[];
  environment: ActEnvironment;
  desk: PartnerDesk;
  documents: DocumentDesk;
  /** Reads the credentials of a request; throws a Refusal (401). `rawHeaders` shows repeated headers. */
  authenticate: (request: {
    headers: Record<string, string | string[] | undefined>;
    rawHeaders: string[];
    url: string;
    method: string;
    /** Of the peer, or of whom a trusted proxy speaks for. */
    address: string;
  }) => Promise<Principal>;
  /** Has this process know what an act took away, before it is answered. */
  learnRevocations?: () => Promise<void>;
  limiters: Record<'general' | 'metering', (caller: string) => RateDecision>;
  log: Log;
  metrics: Metrics;
  /** Every reply is checked against its schema; on in tests. */
  checkReplies: boolean;
  /** Sent with every answer. */
  secureTransport: boolean;
  /** Whose `X-Forwarded-For` is believed: it tells the address in the audit trail. */
  trustProxy?: TrustProxy;
};
