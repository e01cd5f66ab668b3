import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = {
  observeRequest(endpoint: string, status: number, seconds: number): void;
  /** Values read when Prometheus asks, such as the depth of a queue. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  text(): Promise<{ contentType: string; body: string }>;
};

/** Prometheus metrics of this process. Labels are endpoint ids and status codes only: nothing that callers choose. */
export const createMetrics = (): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Whoever can read the metrics need not know which release of Node serves them.
  registry.removeSingleMetric('nodejs_version_info');
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests by endpoint and status',
    labelNames: ['endpoint', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer by endpoint',
    labelNames: ['endpoint'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return {
    observeRequest: (endpoint, status, seconds) => {
      requests.inc({ endpoint, status });
      durations.observe({ endpoint }, seconds);
    },
    gauge: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.set(await read());
        },
      });
    },
    text: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
};
