import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Dependencies } from "../../http/dependencies.ts";
import type { Observed } from "../../http/server/server.ts";
import { VERSION } from "../../platform/version.ts";
import type { Certificates } from "../tls/certificates.ts";
import { registerServerGauges } from "./gauges.ts";

/** The figures of a box, as Prometheus reads them. */
export interface Metrics {
  /** Counts a request that was answered. */
  observe(request: Observed): void;
  /** From now on the figures hold what this box has: its commits, its queue, its photos, its disk, its certificate. */
  watch(box: Dependencies, trust: Certificates | null): void;
  /** All of them in text format 0.0.4, as they are now. */
  text(): Promise<string>;
}

/** Seconds, from a scan to a large list or upload. */
const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Seconds, from a fast disk to a card that is dying. */
const SYNC_SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5];
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]);

// Of the process, not of a box: a process of the tests has several.
const ofProcess = new Registry();
collectDefaultMetrics({ register: ofProcess });

/** Makes the figures of one box; it may not be open yet. */
export function makeMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: "tallybox_http_requests_total",
    help: "Requests answered, by method, declared path and class of status",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const seconds = new Histogram({
    name: "tallybox_http_request_duration_seconds",
    help: "From a request's head to its whole answer",
    labelNames: ["method", "route"],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const commits = new Counter({
    name: "tallybox_commits_total",
    help: "Transactions that changed something",
    registers,
  });
  const syncs = new Histogram({
    name: "tallybox_sync_duration_seconds",
    help: "Flushes of the database's log to the disk; commits share one",
    buckets: SYNC_SECONDS,
    registers,
  });
  new Gauge({
    name: "tallybox_build_info",
    help: "The running program; always 1",
    labelNames: ["version", "contract", "node"],
    registers,
  }).set({ version: VERSION.version, contract: VERSION.contractVersion, node: process.versions.node }, 1);
  let look = async () => {};

  return {
    observe({ method, route, status, ms }) {
      // What a client may choose freely is no label: the figures would grow without an end.
      const labels = { method: METHODS.has(method) ? method : "other", route: route ?? "none" };
      requests.inc({ ...labels, status: `${Math.floor(status / 100)}xx` });
      seconds.observe(labels, ms / 1000);
    },
    watch(box, trust) {
      box.storage.onCommit(() => commits.inc());
      box.storage.onSync((ms) => syncs.observe(ms / 1000));
      look = registerServerGauges(box, trust, registry);
    },
    async text() {
      await look();
      return (await ofProcess.metrics()) + (await registry.metrics());
    },
  };
}
