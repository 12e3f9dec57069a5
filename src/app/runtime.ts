import type Koa from "koa";
import { keyIn } from "../access/api-keys/keys.ts";
import { createImports } from "../exchange/import/imports.ts";
import type { Endpoint } from "../http/endpoint/endpoint.ts";
import { makePeerReader, rateLimitKey } from "../http/limits/client-address.ts";
import { type HttpsRule, makeHttpsGate } from "../http/pipeline/https-gate.ts";
import type { RequestContext } from "../http/pipeline/request-context.ts";
import { makeRequestPipeline } from "../http/pipeline/request-pipeline.ts";
import { makeRoutes } from "../http/pipeline/routes.ts";
import type { ConnectionLimits } from "../http/server/connection-pool.ts";
import type { Ports } from "../http/server/ports.ts";
import type { HttpServer } from "../http/server/server.ts";
import { JobEngine } from "../jobs/engine.ts";
import { SelfChecks } from "../ops/backup/check/self-check.ts";
import { findInterruptedRestore } from "../ops/backup/data-folder/interrupted-restore.ts";
import { startBackupReports } from "../ops/backup/reported/backup-reports.ts";
import type { Metrics } from "../ops/health/metrics.ts";
import { type Certificates, openCertificates, readSavedCertificates } from "../ops/tls/certificates.ts";
import { makeHttpsRule, recordRequirement } from "../ops/tls/https-rule.ts";
import { type Machine, thisMachine } from "../ops/tls/machine.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config, Secrets } from "../platform/config.ts";
import { REQUEST_LIMITS, type RequestLimits } from "../platform/limits.ts";
import type { Log } from "../platform/log.ts";
import { StartupError } from "../platform/startup-error.ts";
import { type QueueLimits, queueLimits } from "../printing/queue/limits.ts";
import { startPrintQueue } from "../printing/queue/print-queue.ts";
import { denialRecorder, type SecurityLog } from "../security-log/security-log.ts";
import { makeCrossOrigins } from "../settings/settings.ts";
import type { OpeningPhase } from "../storage/generations/opening.ts";
import { persistClockJumps } from "./clock-jumps.ts";
import { type AppDependencies, closeDependencies, openDependencies } from "./dependencies.ts";
import { listEndpoints } from "./endpoints.ts";
import { JOB_KINDS } from "./jobs.ts";
import { startMaintenance } from "./maintenance.ts";
import { logSetupCode } from "./setup-code.ts";

/** Options of an appliance. */
export interface ApplianceOptions {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly clock?: Clock;
  readonly log?: Log;
  /** Shorter times than those of the contract, for tests. */
  readonly printLimits?: QueueLimits;
  /** Lower connection limits, for tests. */
  readonly connectionLimits?: Partial<ConnectionLimits>;
  /** Lower request limits, for tests. */
  readonly requestLimits?: Partial<RequestLimits>;
  /** Milliseconds of a slice of a job at most, for tests (storage/storage.ts). */
  readonly sliceMs?: number;
  /** Milliseconds before the next try of a job after an error, for tests (jobs/engine.ts). */
  readonly jobRetryMs?: number;
  /** Priority of the process of a self-check, for tests (ops/backup/check/self-check.ts). */
  readonly checkPriority?: number;
  /** Other names and addresses than those of this machine, for tests. */
  readonly machine?: Machine;
  /** Receives each phase of the start that may take long. */
  readonly onPhase?: (phase: OpeningPhase) => void;
  /** Runs before the first request is accepted: the demo fills an empty server. */
  readonly beforeReady?: (dependencies: AppDependencies) => Promise<void>;
}

/** Parts of the appliance that exist before the data folder is open. */
export interface RuntimeContext {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly server: HttpServer;
  readonly ports: Ports;
  /** mDNS name of the server; null while it is not announced. */
  mdnsName(): string | null;
}

/** The running server without its ports. */
export interface Runtime {
  readonly certificates: Certificates | null;
  readonly dependencies: AppDependencies;
  readonly endpoints: readonly Endpoint[];
  readonly handleRequest: (request: RequestContext) => Promise<void>;
  close(): Promise<void>;
}

/** Opens the data folder, and builds the features and the request pipeline. Rejects with StartupError. */
export async function openRuntime(options: ApplianceOptions, context: RuntimeContext): Promise<Runtime> {
  const { config } = options;
  const { clock, metrics, ports, server } = context;
  const interrupted = findInterruptedRestore(config.dataFolder);
  if (interrupted !== null) throw new StartupError(interrupted, "foreign");
  // Read first: a damaged certificate stops the start before any write.
  const saved = ports.https === null ? null : readSavedCertificates(config, clock);
  const app = await openDependencies(options, context);
  persistClockJumps(app);
  await recordRequirement(app);
  const services = await startServices(app, options);
  // Requests that wait for a job must get a response before the connections are closed.
  server.stopping.addEventListener("abort", () => services.jobs.interruptRequests(), { once: true });
  let certificates: Certificates | null = null;
  const close = async () => {
    await certificates?.stop();
    await services.stop();
    await closeDependencies(app);
  };
  try {
    if (saved !== null) certificates = await startCertificates(options, context, saved, app.securityLog);
    await options.beforeReady?.(app);
  } catch (error) {
    await close();
    throw error;
  }
  logSetupCode(app);
  metrics.watch(app, certificates);
  const https = makeHttpsRule(app, certificates);
  const { machine = thisMachine } = options;
  const { printing, checks, imports, jobs } = services;
  const endpoints = listEndpoints({
    ...{ dependencies: app, printing, checks, imports, jobs, certificates, https, metrics, ports, machine },
    mdnsName: context.mdnsName,
  });
  const handleRequest = makeHandler(app, options, context, https, endpoints, jobs);
  return { dependencies: app, endpoints, handleRequest, certificates, close };
}

/** Starts the background services. */
async function startServices(app: AppDependencies, options: ApplianceOptions) {
  const { config, printLimits, jobRetryMs } = options;
  const limits = printLimits ?? queueLimits(config.printing.giveUpMinutes, config.printing.stallMinutes);
  const printing = await startPrintQueue(app, limits);
  await app.photos.sweep();
  const maintenance = startMaintenance(app);
  const checks = new SelfChecks(app, options.checkPriority);
  const reports = startBackupReports(app);
  const jobs = new JobEngine({ ...app, ...(jobRetryMs !== undefined && { retryMs: jobRetryMs }) }, JOB_KINDS);
  await jobs.resume();
  const imports = createImports(app, jobs);
  return {
    printing,
    checks,
    imports,
    jobs,
    async stop() {
      await jobs.stop();
      maintenance.stop();
      await checks.stop();
      await reports.stop();
      await imports.stop();
      await printing.stop();
    },
  };
}

function makeHandler(
  app: AppDependencies,
  { config, requestLimits }: ApplianceOptions,
  { clock, server }: RuntimeContext,
  https: HttpsRule,
  endpoints: readonly Endpoint[],
  jobs: JobEngine,
): (request: RequestContext) => Promise<void> {
  const peerOf = makePeerReader(config.trustedProxies);
  const gate = makeHttpsGate(https, peerOf);
  const principalOf = (ctx: Koa.Context, how: "authenticate" | "check") => {
    const header = ctx.get("authorization");
    const key = keyIn(header);
    if (key === null) return app.tokens.authenticate(header);
    return app.apiKeys[how](key, rateLimitKey(peerOf(ctx).address));
  };
  return makeRequestPipeline({
    storage: app.storage,
    jobs,
    routes: makeRoutes(endpoints),
    clock,
    authenticate: (ctx) => principalOf(ctx, "authenticate"),
    reauthenticate: (ctx) => principalOf(ctx, "check"),
    recordUse(principal, ctx) {
      if (principal.deviceTokenId !== null) app.deviceUse.recordUse(principal, gate.transportOf(ctx));
      if (principal.session !== null) app.sessionUse.record(principal.session.pairId);
    },
    recordDenial: denialRecorder(app.securityLog),
    crossOrigins: makeCrossOrigins(app.storage),
    peerOf,
    gate,
    stopping: server.stopping,
    limits: { ...REQUEST_LIMITS, ...requestLimits },
  });
}

function startCertificates(
  { config, machine }: ApplianceOptions,
  { clock, log, server, ports }: RuntimeContext,
  certificates: ReturnType<typeof readSavedCertificates>,
  securityLog: SecurityLog,
): Promise<Certificates> {
  const { https: httpsPort } = ports;
  if (httpsPort === null) throw new Error("HTTPS is off");
  const serve = server.useCertificate;
  const noActor = { tenantId: null, userId: null, deviceTokenId: null, address: null };
  const onCertificateChanged = () => securityLog.record({ kind: "certificateChanged", ...noActor });
  return openCertificates(certificates, {
    config,
    clock,
    log,
    httpsPort,
    serve,
    onCertificateChanged,
    ...(machine && { machine }),
  });
}
