import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** One value of a gauge with its labels. */
export type Sample = { labels: Readonly<Record<string, string>>; value: number };

/** How a call of a partner ended: `refused` is the partner's own no, `failed` anything that may be tried again. */
export type CallOutcome = 'ok' | 'refused' | 'failed' | 'timeout';

export type Metrics = {
  observeRequest(endpoint: string, status: number, seconds: number): void;
  observePartnerCall(partner: string, outcome: CallOutcome, seconds: number): void;
  /** A run has ended here. */
  observeRun(workflow: string, status: string): void;
  /** Values read when Prometheus asks, such as the depth of a queue. Where they cannot be read the gauge is left out. */
  gauge(name: string, help: string, labels: readonly string[], read: () => Sample[] | Promise<Sample[]>): void;
  text(): Promise<{ contentType: string; body: string }>;
};

const callBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Prometheus metrics of this process. Labels are words of ours (endpoints, workflows, partners, states): nothing that
 * callers choose, so that their number is bounded.
 */
export const createMetrics = (): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // Whoever can read the metrics need not know which release of Node serves them.
  registry.removeSingleMetric('nodejs_version_info');
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests by endpoint and status',
    labelNames: ['endpoint', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer by endpoint',
    labelNames: ['endpoint'],
    buckets: requestBuckets,
    registers,
  });
  const calls = new Counter({
    name: 'partner_calls_total',
    help: 'Calls of partners by outcome: ok, refused (the partner said no), failed (it may be tried again), timeout',
    labelNames: ['partner', 'outcome'],
    registers,
  });
  const callDurations = new Histogram({
    name: 'partner_call_duration_seconds',
    help: 'Time until a partner answered or was given up',
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
    help: 'Gauges that could not be read when they were asked for',
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

/** For engines that nobody watches: those of tests. */
export const silentMetrics: Pick<Metrics, 'observePartnerCall' | 'observeRun'> = {
  observePartnerCall: () => {},
  observeRun: () => {},
};
