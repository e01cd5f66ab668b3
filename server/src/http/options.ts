import type { Principal } from '../auth/principal.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { EventWatcher } from '../engine/event-watch.ts';
import type { InvokeEnvironment } from '../engine/invoke.ts';
import type { Log } from '../kit/log.ts';
import type { Metrics } from '../kit/metrics.ts';
import type { TrustProxy } from '../kit/trust-proxy.ts';
import type { RateDecision } from './rate-limit.ts';

export type ApiServerOptions = InvokeEnvironment & {
  endpoints: readonly Endpoint[];
  /** Reads the credentials of a request; throws a Refusal (401). `rawHeaders` shows repeated headers. */
  authenticate: (request: {
    headers: Record<string, string | string[] | undefined>;
    rawHeaders: string[];
    url: string;
    method: string;
    /** Address of the peer, or of the client that a trusted proxy names. */
    address: string;
  }) => Promise<Principal>;
  limiters: Record<'general' | 'metering', (caller: string) => RateDecision>;
  /** Begins to wait for events; for responses that stay open. */
  watchEvents: (orgId: string) => EventWatcher;
  log: Log;
  metrics: Metrics;
  /** How long a connection may carry nothing: two minutes if absent. A client that does not read a stream is disconnected then. */
  silentMs?: number | undefined;
  /** Every reply is checked against its schema; on in tests. */
  checkReplies: boolean;
  /** Callers use HTTPS, so HTTPS-only headers are sent with every response. */
  secureTransport: boolean;
  /** Business time may be ahead of the machine's: every answer says what it is. */
  simulatedClock?: boolean;
  /** The proxies whose `X-Forwarded-For` is trusted; it sets the address in the audit trail. */
  trustProxy?: TrustProxy;
};
