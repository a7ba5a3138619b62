import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { commit, service } from "@/lib/version";

/** Interval of the timer that measures the delay of the event loop. The default of 10 ms would wake an idle process 100 times a second. */
const loopPrecisionMs = 100;

/** Creates the metrics of this process. Every name begins with `postback_`. */
function create() {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: loopPrecisionMs });
  const publishRequests = new Counter({
    name: "postback_publish_requests_total",
    help: "Requests to publish, accepted or refused, by the reason of the refusal; a batch is one request",
    labelNames: ["result", "reason"],
    registers,
  });
  // A counter that begins with its first refusal has no increase by it.
  for (const reason of ["unavailable", "internal"])
    publishRequests.inc({ result: "refused", reason }, 0);
  new Gauge({
    name: "postback_build_info",
    help: "1, with version and commit of this process",
    labelNames: ["version", "commit"],
    registers,
  }).set({ version: service.version, commit: commit ?? "" }, 1);
  return {
    register,
    requests: new Histogram({
      name: "postback_api_request_duration_seconds",
      help: "Duration of API requests until the response begins, by kind (publish, read, write) and class of the status; streams and pages excluded",
      labelNames: ["kind", "status"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    attempts: new Counter({
      name: "postback_attempts_total",
      help: "Finished attempts by result and cause, tests and resends included",
      labelNames: ["result", "cause"],
      registers,
    }),
    duration: new Histogram({
      name: "postback_attempt_duration_seconds",
      help: "Duration of attempts, from connecting to the end of the response",
      labelNames: ["result"],
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30],
      registers,
    }),
    publishRequests,
    publishedEvents: new Counter({
      name: "postback_published_events_total",
      help: "Events of accepted requests to publish, repeats of idempotent requests included",
      registers,
    }),
    inFlight: new Gauge({
      name: "postback_attempts_in_flight",
      help: "Requests to receivers in flight",
      registers,
    }),
    shards: new Gauge({
      name: "postback_shards_owned",
      help: "Shards of webhooks that this process sends to, of 64; 0 while DISPATCH is local",
      registers,
    }),
    handOffs: new Counter({
      name: "postback_hand_offs_total",
      help: "Deliveries handed to the broker by this process: accepted, or released because it did not accept them",
      labelNames: ["result"],
      registers,
    }),
    claim: new Histogram({
      name: "postback_claim_duration_seconds",
      help: "Duration of the claim query",
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
    lag: new Histogram({
      name: "postback_claim_lag_seconds",
      help: "Age of the oldest delivery claimed, with the time for which an open circuit held it back",
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 900],
      registers,
    }),
    ready: new Gauge({
      name: "postback_queue_ready",
      help: "Due deliveries waiting to be sent, in the whole installation",
      registers,
    }),
    oldest: new Gauge({
      name: "postback_queue_oldest_seconds",
      help: "Age of the oldest due delivery; 0 when there is none",
      registers,
    }),
    unfinished: new Gauge({
      name: "postback_queue_unfinished",
      help: "Deliveries that are not delivered, failed or cancelled",
      registers,
    }),
    retrying: new Gauge({
      name: "postback_queue_retrying",
      help: "Deliveries waiting for a retry",
      registers,
    }),
    expanding: new Gauge({
      name: "postback_queue_expanding",
      help: "Deliveries that fan-outs have not created yet; included in ready and unfinished",
      registers,
    }),
    parked: new Gauge({
      name: "postback_queue_parked",
      help: "Deliveries that paused webhooks hold; included in unfinished",
      registers,
    }),
    webhooks: new Gauge({
      name: "postback_webhooks",
      help: "Webhooks that are paused, others with an open circuit (circuit_open), and those that their own limits make late",
      labelNames: ["state"],
      registers,
    }),
    lastBackup: new Gauge({
      name: "postback_backup_last_success_timestamp_seconds",
      help: "Time at which the last backup was written, in seconds since 1970; 0 if there was none",
      registers,
    }),
    repaired: new Counter({
      name: "postback_queue_repaired_total",
      help: "Pending deliveries missing from the queue, queued again; above 0 is a defect",
      registers,
    }),
    database: new Gauge({
      name: "postback_database_up",
      help: "1 when the database answered this scrape, else 0 and the queue metrics are stale",
      registers,
    }),
    diskFull: new Gauge({
      name: "postback_database_disk_full",
      help: "1 when the database refused to store something in the last minute because its disk is full, as far as this process knows",
      registers,
    }),
  };
}

// Next bundles its own copy of each module; `globalThis` keeps one registry for the process.
const shared = globalThis as { postbackMetrics?: ReturnType<typeof create> };

export function metrics() {
  shared.postbackMetrics ??= create();
  return shared.postbackMetrics;
}
