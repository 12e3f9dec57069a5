import type Koa from "koa";
import { keyIn } from "../access/api-keys/api-keys.ts";
import type { Principal } from "../domain/principal.ts";
import type { AreaEndpoint } from "../http/endpoint/areas.ts";
import { makePeerReader, rateLimitKey } from "../http/limits/client-address.ts";
import { type HttpsRule, makeHttpsGate } from "../http/pipeline/https-gate.ts";
import type { RequestContext } from "../http/pipeline/request.ts";
import { makeRequestPipeline } from "../http/pipeline/request-pipeline.ts";
import { makeRoutes } from "../http/pipeline/routes.ts";
import type { ConnectionLimits } from "../http/server/connections.ts";
import type { Ports } from "../http/server/listener.ts";
import type { HttpServer } from "../http/server/server.ts";
import type { JobEngine } from "../jobs/engine.ts";
import { findInterruptedRestore } from "../ops/backup/data-folder/interrupted-restore.ts";
import type { BackupServiceOptions } from "../ops/backup/targets/service.ts";
import { type ConditionWatch, watchConditions } from "../ops/conditions/watch.ts";
import { hostName, readSavedName } from "../ops/discovery/saved-name.ts";
import { pageAddress } from "../ops/health/addresses.ts";
import type { Metrics } from "../ops/health/metrics.ts";
import { registerPairGauges } from "../ops/standby/gauges.ts";
import type { Pair } from "../ops/standby/pair.ts";
import { assertChangesPermitted } from "../ops/standby/primary/read-only.ts";
import { findStandbyProblem } from "../ops/standby/problem.ts";
import { type Certificates, openCertificates, readSavedCertificates } from "../ops/tls/certificates.ts";
import { makeHttpsRule, recordRequirement } from "../ops/tls/https-rule.ts";
import { type Machine, thisMachine } from "../ops/tls/machine.ts";
import type { UpgradePlaces } from "../ops/upgrade/places.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config, Secrets } from "../platform/config.ts";
import { REQUEST_LIMITS, type RequestLimits } from "../platform/limits.ts";
import type { Log } from "../platform/log.ts";
import { StartupError } from "../platform/startup-error.ts";
import type { QueueLimits } from "../printing/queue/limits.ts";
import { denialRecorder } from "../security-log/security-log.ts";
import { makeCrossOrigins } from "../settings/settings.ts";
import type { OpeningPhase } from "../storage/generations/opening.ts";
import type { DispatchOptions } from "../webhooks/dispatch.ts";
import { type AppDependencies, closeDependencies, openDependencies } from "./dependencies.ts";
import { listEndpoints } from "./endpoints.ts";
import { persistClockJumps } from "./maintenance.ts";
import { isReadOnly, logSetupCode, startServices } from "./services.ts";

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
  /** Other addresses and shorter times of webhooks, for tests: their receivers are on this machine. */
  readonly webhooks?: Partial<DispatchOptions>;
  /** Shorter delays of scheduled backups, for tests. */
  readonly backups?: BackupServiceOptions;
  /** Lower request limits, for tests. */
  readonly requestLimits?: Partial<RequestLimits>;
  /** Milliseconds of a slice of a job at most, for tests (storage/storage.ts). */
  readonly sliceMs?: number;
  /** Milliseconds before the next try of a job after an error, for tests (jobs/engine.ts). */
  readonly jobRetryMs?: number;
  /** Milliseconds before the next try of the delivery to the head office, for tests (head-office/head-office.ts). */
  readonly officeRetryMs?: number;
  /** Milliseconds before the next try to seal a record, for tests (inventories/sealing/sealing.ts). */
  readonly sealRetryMs?: number;
  /** Milliseconds between two reads of the head office's master data, for tests. */
  readonly masterDataPollMs?: number;
  /** Stops this process so that it starts again, for a confirmed restore; absent: somebody must start it. */
  readonly onRestart?: () => void;
  /** Other places of upgrades than those of the service, for tests. */
  readonly upgradePlaces?: UpgradePlaces;
  /** Other names and addresses than those of this machine, for tests. */
  readonly machine?: Machine;
  /** The pair of a primary and a standby that this server may belong to. Absent: it can't. */
  readonly pair?: Pair;
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

/** Opens the data folder, and builds the features and the request pipeline. Rejects with StartupError. */
export async function openRuntime(options: ApplianceOptions, context: RuntimeContext) {
  const { config } = options;
  const { metrics, ports, server } = context;
  const pair = options.pair ?? null;
  const interrupted = findInterruptedRestore(config.dataFolder);
  if (interrupted !== null) throw new StartupError(interrupted, "foreign");
  // Read first: a damaged certificate stops the start before any write.
  const saved = ports.https === null ? null : readSavedCertificates(config);
  const app = await openDependencies(options, context);
  await options.pair?.attach(app.storage);
  persistClockJumps(app);
  await recordRequirement(app);
  let certificates: Certificates | null = null;
  const { machine = thisMachine } = options;
  const baseUrl = () =>
    pageAddress({
      host: config.host,
      httpPort: ports.http,
      certificates,
      mdnsName: context.mdnsName(),
      machine,
    });
  const services = await startServices(app, options, baseUrl);
  // Requests that wait for a job must get a response before the connections are closed.
  server.stopping.addEventListener("abort", () => services.jobs.interruptRequests(), { once: true });
  let conditions: ConditionWatch | null = null;
  const close = async () => {
    await conditions?.stop();
    await certificates?.stop();
    await services.stop();
    options.pair?.detach();
    await closeDependencies(app);
  };
  try {
    if (saved !== null) certificates = await startCertificates(options, context, saved, app);
    await options.beforeReady?.(app);
  } catch (error) {
    await close();
    throw error;
  }
  if (!isReadOnly(options))
    conditions = watchConditions(app, certificates, {
      standbyProblem: () => findStandbyProblem(pair, services.upgrades),
      failedUpgrade: () => services.upgrades.failure(),
    });
  logSetupCode(app);
  metrics.watch(app, certificates, services.headOffice);
  if (pair !== null) metrics.add((registry) => registerPairGauges(pair, registry));
  const https = makeHttpsRule(app, certificates);
  const { jobs } = services;
  const endpoints = listEndpoints({
    ...services,
    dependencies: app,
    certificates,
    https,
    metrics,
    ports,
    machine,
    pair,
    mdnsName: context.mdnsName,
    requestLimits: { ...REQUEST_LIMITS, ...options.requestLimits },
  });
  const handleRequest = makeHandler(app, options, context, https, endpoints, jobs);
  return { dependencies: app, endpoints, handleRequest, certificates, close };
}

function makeHandler(
  app: AppDependencies,
  { config, requestLimits, pair }: ApplianceOptions,
  { clock, server }: RuntimeContext,
  https: HttpsRule,
  endpoints: readonly AreaEndpoint[],
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
  const routes = makeRoutes(endpoints);
  const recordDeviceUse = (principal: Principal, ctx: Koa.Context) => {
    if (principal.deviceTokenId !== null) app.deviceUse.recordUse(principal, gate.transportOf(ctx));
  };
  const respond = makeRequestPipeline({
    storage: app.storage,
    jobs,
    routes,
    clock,
    authenticate: (ctx) => principalOf(ctx, "authenticate"),
    reauthenticate: (ctx) => principalOf(ctx, "check"),
    recordDeviceUse,
    recordUse(principal, ctx) {
      recordDeviceUse(principal, ctx);
      if (principal.session !== null) app.sessionUse.record(principal.session.pairId);
      app.touches.record(principal, ctx.get("last-touch"));
    },
    recordDenial: denialRecorder(app.securityLog),
    crossOrigins: makeCrossOrigins(app.storage),
    peerOf,
    gate,
    stopping: server.stopping,
    limits: { ...REQUEST_LIMITS, ...requestLimits },
  });
  if (pair === undefined) return respond;
  return async (request) => {
    const { method, path } = request.ctx;
    assertChangesPermitted(pair.mode, method, routes.match(method, path)?.endpoint ?? null);
    await respond(request);
  };
}

/** Serves the saved certificates, and renews them when due. Throws StartupError. */
function startCertificates(
  { config, machine }: ApplianceOptions,
  { clock, log, server, ports }: RuntimeContext,
  certificates: ReturnType<typeof readSavedCertificates>,
  { storage, securityLog }: AppDependencies,
): Promise<Certificates> {
  const { https: httpsPort } = ports;
  if (httpsPort === null) throw new Error("HTTPS is off");
  const serve = server.useCertificate;
  const noActor = { tenantId: null, userId: null, deviceTokenId: null, address: null };
  const onCertificateChanged = () => securityLog.record({ kind: "certificateChanged", ...noActor });
  return openCertificates(certificates, {
    config,
    // Terminals use it from the first request on.
    mdnsName: hostName(readSavedName(storage, config.mdns.name)),
    clock,
    log,
    httpsPort,
    serve,
    onCertificateChanged,
    ...(machine && { machine }),
  });
}
