import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Everything that a scrape of this process tells; every name begins with the product's. */
function create() {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  return {
    register,
    attempts: new Counter({
      name: "postback_attempts_total",
      help: "Attempts that ended, by what they came to; tests and resends included",
      labelNames: ["result", "cause"],
      registers,
    }),
    duration: new Histogram({
      name: "postback_attempt_duration_seconds",
      help: "How long attempts took, from connecting to the end of the answer",
      labelNames: ["result"],
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30],
      registers,
    }),
    inFlight: new Gauge({
      name: "postback_attempts_in_flight",
      help: "Requests under way to receivers",
      registers,
    }),
    claim: new Histogram({
      name: "postback_claim_duration_seconds",
      help: "How long the statement took that takes what is due",
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
    lag: new Histogram({
      name: "postback_claim_lag_seconds",
      help: "How long the first of what was taken had been due",
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 900],
      registers,
    }),
    ready: new Gauge({
      name: "postback_queue_ready",
      help: "Deliveries that are due and not sent, of the whole installation",
      registers,
    }),
    oldest: new Gauge({
      name: "postback_queue_oldest_seconds",
      help: "How long the first of them has been due; 0 when there is none",
      registers,
    }),
    unfinished: new Gauge({
      name: "postback_queue_unfinished",
      help: "Deliveries that are not delivered, failed or cancelled",
      registers,
    }),
    retrying: new Gauge({
      name: "postback_queue_retrying",
      help: "Deliveries that failed and wait for another attempt",
      registers,
    }),
    database: new Gauge({
      name: "postback_database_up",
      help: "1 when the database answered this scrape; the queue's figures are old when it did not",
      registers,
    }),
  };
}

// Next bundles its own copy of every module; the figures are those of the process all the same.
const shared = globalThis as { postbackMetrics?: ReturnType<typeof create> };

export function metrics() {
  shared.postbackMetrics ??= create();
  return shared.postbackMetrics;
}
