import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { HeadOffice } from "../../head-office/head-office.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import type { ObservedRequest } from "../../http/server/server.ts";
import { VERSION } from "../../platform/version.ts";
import type { Certificates } from "../tls/certificates.ts";
import { registerOfficeGauges, registerServerGauges } from "./gauges.ts";

/** Metrics of the server for Prometheus. */
export type Metrics = ReturnType<typeof makeMetrics>;

/** Buckets in seconds, from a scan to a large list or upload. */
const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Buckets in seconds, from a fast disk to a failing memory card. */
const SYNC_SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5];
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]);

// One registry for the process: tests run several servers in one process.
const processRegistry = new Registry();
collectDefaultMetrics({ register: processRegistry });

/** Creates the metrics of one server, before its storage is open. */
export function makeMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: "tallybox_http_requests_total",
    help: "Completed requests by method, declared path and class of status",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const seconds = new Histogram({
    name: "tallybox_http_request_duration_seconds",
    help: "Time from the headers of a request to its complete response",
    labelNames: ["method", "route"],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const commits = new Counter({
    name: "tallybox_commits_total",
    help: "Transactions with changes",
    registers,
  });
  const syncs = new Histogram({
    name: "tallybox_sync_duration_seconds",
    help: "Flushes of the database log to the disk; several commits share one",
    buckets: SYNC_SECONDS,
    registers,
  });
  new Gauge({
    name: "tallybox_build_info",
    help: "The running program; always 1",
    labelNames: ["version", "contract", "node"],
    registers,
  }).set({ version: VERSION.version, contract: VERSION.contractVersion, node: process.versions.node }, 1);
  let updateGauges = async () => {};

  return {
    /** Counts a completed request. */
    observe({ method, route, status, ms }: ObservedRequest) {
      // Values that a client chooses freely are not labels: the number of series would be unlimited.
      const labels = { method: METHODS.has(method) ? method : "other", route: route ?? "none" };
      requests.inc({ ...labels, status: `${Math.floor(status / 100)}xx` });
      seconds.observe(labels, ms / 1000);
    },
    /** Adds the metrics of storage, print queue, photos, disk, certificate and head office. */
    watch(dependencies: Dependencies, certificates: Certificates | null, headOffice: HeadOffice | null) {
      dependencies.storage.onCommit(() => commits.inc());
      dependencies.storage.onSync((ms) => syncs.observe(ms / 1000));
      updateGauges = registerServerGauges(dependencies, certificates, registry);
      if (headOffice !== null) registerOfficeGauges(headOffice, dependencies.clock, registry);
    },
    /** Adds further metrics. */
    add(register: (registry: Registry) => void) {
      register(registry);
    },
    /** The current values in text format 0.0.4. */
    async text() {
      await updateGauges();
      return (await processRegistry.metrics()) + (await registry.metrics());
    },
  };
}
