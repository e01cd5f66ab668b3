import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** A gauge value with its labels. */
export type Sample = { labels: Readonly<Record<string, string>>; value: number };

/**
 * The outcome of a call to a partner: `refused` is a definite refusal by the partner, `failed` anything that may be
 * retried.
 */
export type CallOutcome = 'ok' | 'refused' | 'failed' | 'timeout';

export type Metrics = {
  observeRequest(endpoint: string, status: number, seconds: number): void;
  observePartnerCall(partner: string, outcome: CallOutcome, seconds: number): void;
  /** Called when a run has ended in this process. */
  observeRun(workflow: string, status: string): void;
  /**
   * Registers values read when Prometheus scrapes, such as the depth of a queue. If they cannot be read the gauge is
   * omitted.
   */
  gauge(name: string, help: string, labels: readonly string[], read: () => Sample[] | Promise<Sample[]>): void;
  text(): Promise<{ contentType: string; body: string }>;
};

const callBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Prometheus metrics of this process. Label values come from fixed sets (endpoints, workflows, partners, states), never
 * from callers, so that their number is bounded.
 */
export const createMetrics = (): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // Readers of the metrics need not know the Node version.
  registry.removeSingleMetric('nodejs_version_info');
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests by endpoint and status',
    labelNames: ['endpoint', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response time by endpoint',
    labelNames: ['endpoint'],
    buckets: requestBuckets,
    registers,
  });
  const calls = new Counter({
    name: 'partner_calls_total',
    help: 'Calls to partners by outcome: ok, refused (by the partner), failed (may be retried), timeout',
    labelNames: ['partner', 'outcome'],
    registers,
  });
  const callDurations = new Histogram({
    name: 'partner_call_duration_seconds',
    help: 'Time until a partner responded or the call was abandoned',
    labelNames: ['partner'],
    buckets: callBuckets,
    registers,
  });
  const runs = new Counter({
    name: 'runs_ended_total',
    help: 'Runs of workflows that ended in this process, by status',
    labelNames: ['workflow', 'status'],
    registers,
  });
  const unread = new Counter({
    name: 'metrics_unread_total',
    help: 'Gauges that could not be read during a scrape',
    labelNames: ['gauge'],
    registers,
  });
  return {
    observeRequest: (endpoint, status, seconds) => {
      requests.inc({ endpoint, status });
      durations.observe({ endpoint }, seconds);
    },
    observePartnerCall: (partner, outcome, seconds) => {
      calls.inc({ partner, outcome });
      callDurations.observe({ partner }, seconds);
    },
    observeRun: (workflow, status) => runs.inc({ workflow, status }),
    gauge: (name, help, labels, read) => {
      new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers,
        async collect() {
          this.reset();
          try {
            for (const sample of await read()) this.set(sample.labels, sample.value);
          } catch {
            this.reset();
            unread.inc({ gauge: name });
          }
        },
      });
    },
    text: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
};

/** For engines without monitoring: those of tests. */
export const silentMetrics: Pick<Metrics, 'observePartnerCall' | 'observeRun'> = {
  observePartnerCall: () => {},
  observeRun: () => {},
};
