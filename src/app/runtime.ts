import { join } from "node:path";
import { trackDeviceUse } from "../access/devices/device-use.ts";
import { secondFactorNeed } from "../access/second-factor/requirement.ts";
import { ensureKey } from "../access/secrets/key-files.ts";
import { trackSessionUse } from "../access/sessions/session-use.ts";
import { ensureSetupCode } from "../access/setup/setup.ts";
import { makeTokens } from "../access/tokens/tokens.ts";
import { hasUsers } from "../access/users/users.ts";
import { createImports } from "../exchange/import/imports.ts";
import type { Endpoint } from "../http/endpoint/endpoint.ts";
import { makeHttpsGate } from "../http/pipeline/https-gate.ts";
import type { RequestContext } from "../http/pipeline/request-context.ts";
import { makeRequestPipeline } from "../http/pipeline/request-pipeline.ts";
import { makeRoutes } from "../http/pipeline/routes.ts";
import { peerReader } from "../http/server/client-address.ts";
import type { ConnectionLimits } from "../http/server/connections.ts";
import type { Ports } from "../http/server/ports.ts";
import type { HttpServer } from "../http/server/server.ts";
import { startSelfChecks } from "../ops/backup/check/self-check.ts";
import { TOKEN_KEY_FILE } from "../ops/backup/data-folder/contents.ts";
import { findInterruptedRestore } from "../ops/backup/data-folder/interrupted-restore.ts";
import { endLoginsAfterRestore } from "../ops/backup/data-folder/restore-marker.ts";
import { startBackupReports } from "../ops/backup/reported/backup-reports.ts";
import type { Metrics } from "../ops/health/metrics.ts";
import { type Certificates, openCertificates, readSavedCertificates } from "../ops/tls/certificates.ts";
import { makeHttpsRule } from "../ops/tls/https-rule.ts";
import { type Machine, thisMachine } from "../ops/tls/machine.ts";
import { photoFiles } from "../photos/files.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config, Secrets } from "../platform/config.ts";
import { REQUEST_LIMITS, type RequestLimits } from "../platform/limits.ts";
import { flushLog, type Log } from "../platform/log.ts";
import { StartupError } from "../platform/startup-error.ts";
import { type QueueLimits, queueLimits } from "../printing/queue/limits.ts";
import { startPrintQueue } from "../printing/queue/print-queue.ts";
import { denialRecorder } from "../security-log/denials.ts";
import { makeSecurityLog, type SecurityLog } from "../security-log/security-log.ts";
import type { OpeningPhase } from "../storage/generations/opening.ts";
import { openStorage } from "../storage/open-storage.ts";
import { persistClockJumps } from "./clock-jumps.ts";
import type { AppDependencies } from "./dependencies.ts";
import { listEndpoints } from "./endpoints.ts";
import { startMaintenance } from "./maintenance.ts";

/** What an appliance is made of. */
export interface ApplianceOptions {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly clock?: Clock;
  readonly log?: Log;
  /** Shorter waits than the contract's, for tests. */
  readonly printLimits?: QueueLimits;
  /** Fewer connections, for tests. */
  readonly connectionLimits?: Partial<ConnectionLimits>;
  /** Less that requests may take, for tests. */
  readonly requestLimits?: Partial<RequestLimits>;
  /** Other names and addresses than this machine's, for tests. */
  readonly machine?: Machine;
  /** Reports each step of the start that may take long. */
  readonly onPhase?: (phase: OpeningPhase) => void;
  /** Runs before the first request is answered: the demo fills an empty box. */
  readonly beforeReady?: (box: AppDependencies) => Promise<void>;
}

/** What stands around the inside, before the data folder is open. */
export interface RuntimeContext {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly server: HttpServer;
  readonly ports: Ports;
  /** The box's name in the network; null while it is not announced. */
  mdnsName(): string | null;
}

/** How long a stop waits for a long write to end by itself. */
const LAST_LONG_WRITES_MS = 3000;

/** The box at work, behind the request pipeline. */
export interface Runtime {
  readonly certificates: Certificates | null;
  readonly dependencies: AppDependencies;
  readonly endpoints: readonly Endpoint[];
  readonly handleRequest: (request: RequestContext) => Promise<void>;
  close(): Promise<void>;
}

/** Opens the data folder and builds the features and the request pipeline on it. Rejects with StartRefused. */
export async function openRuntime(options: ApplianceOptions, around: RuntimeContext): Promise<Runtime> {
  const { config } = options;
  const { clock, log, metrics, ports, server, mdnsName } = around;
  const { machine = thisMachine } = options;
  const interrupted = findInterruptedRestore(config.dataFolder);
  if (interrupted !== null) throw new StartupError(interrupted, "foreign");
  // Looked at first: a damaged one stops the start, with nothing touched.
  const certificates = ports.https === null ? null : readSavedCertificates(config, clock);
  const box = await openBox(options, around);
  const { storage, photos, tokens } = box;
  persistClockJumps(box);
  const limits =
    options.printLimits ?? queueLimits(config.printing.giveUpMinutes, config.printing.stallMinutes);
  const printing = await startPrintQueue(box, limits);
  await photos.sweep();
  const maintenance = startMaintenance(box);
  const checks = startSelfChecks(box);
  const reports = startBackupReports(box);
  const imports = createImports(box);
  // What waits to write behind a long one has a request that must be answered before the connections are closed.
  const endLongWrites = () => setTimeout(storage.abortWorkerTransactions, LAST_LONG_WRITES_MS).unref();
  server.stopping.addEventListener("abort", endLongWrites, { once: true });
  let trust: Certificates | null = null;
  const close = async () => {
    await trust?.stop();
    maintenance.stop();
    await checks.stop();
    await reports.stop();
    await imports.stop();
    await printing.stop();
    await box.deviceUse.stop();
    await box.sessionUse.stop();
    await box.securityLog.stop();
    await storage.close();
    flushLog(log);
  };
  try {
    if (certificates !== null) trust = await trusted(options, around, certificates, box.securityLog);
    await options.beforeReady?.(box);
  } catch (error) {
    await close();
    throw error;
  }
  tellSetupCode(box);
  metrics.watch(box, trust);
  const https = makeHttpsRule(box, trust);
  const gate = makeHttpsGate(https, peerReader(config.trustedProxies));
  const dependencies = {
    dependencies: box,
    printing,
    checks,
    imports,
    certificates: trust,
    https,
    metrics,
    ports,
    machine,
    mdnsName,
  };
  const endpoints = listEndpoints(dependencies);
  const edge = makeRequestPipeline({
    storage,
    routes: makeRoutes(endpoints),
    clock,
    authenticate: tokens.authenticate,
    recordUse(caller, ctx) {
      if (caller.deviceTokenId !== null) box.deviceUse.recordUse(caller, gate.transportOf(ctx));
      box.sessionUse.recordUse(caller);
    },
    recordDenial: denialRecorder(box.securityLog),
    peerOf: peerReader(config.trustedProxies),
    gate,
    stopping: server.stopping,
    limits: { ...REQUEST_LIMITS, ...options.requestLimits },
  });
  return { dependencies: box, endpoints, handleRequest: edge, certificates: trust, close };
}

async function openBox(
  { config, secrets, onPhase }: ApplianceOptions,
  { clock, log, ports }: RuntimeContext,
): Promise<AppDependencies> {
  const syncFailed = (error: Error) => {
    log.fatal({ err: error }, "the disk did not take a write; nothing more is acknowledged");
    flushLog(log);
    process.kill(process.pid, "SIGKILL");
  };
  const trouble = (error: Error, what: string) => log.error({ err: error }, what);
  const storage = await openStorage({
    folder: config.dataFolder,
    clock,
    reserveBytes: config.reserveBytes,
    logBytes: config.logBytes,
    onError: trouble,
    ...(onPhase && { onPhase }),
    onSyncFailure: syncFailed,
  });
  // Before the first write, for it tells of what is written.
  const securityLog = makeSecurityLog(storage, clock, log);
  await endLoginsAfterRestore(storage);
  const sessionUse = trackSessionUse(storage, clock, log);
  const tokens = makeTokens(
    storage,
    clock,
    {
      key: secrets.tokenKey ?? ensureKey(storage.folder, TOKEN_KEY_FILE),
      issuer: config.tokenIssuer,
      audience: config.tokenAudience,
      seconds: config.tokenSeconds,
      sessionMs: config.sessionMs,
      needOf: secondFactorNeed(config),
    },
    sessionUse,
    securityLog,
  );
  const photos = photoFiles(join(storage.folder, "photos"), { syncFailed, writeFailed: trouble });
  const ownPorts = new Set([ports.http, ...(ports.https === null ? [] : [ports.https])]);
  const deviceUse = trackDeviceUse(storage, clock, log);
  return { storage, clock, config, tokens, deviceUse, sessionUse, log, securityLog, photos, ownPorts };
}

function trusted(
  { config, machine }: ApplianceOptions,
  { clock, log, server, ports }: RuntimeContext,
  certificates: ReturnType<typeof readSavedCertificates>,
  securityLog: SecurityLog,
): Promise<Certificates> {
  const { https: httpsPort } = ports;
  if (httpsPort === null) throw new Error("HTTPS is off");
  const serve = server.useCertificate;
  const nobody = { tenantId: null, userId: null, deviceTokenId: null, address: null };
  const onCertificateChanged = () => securityLog.note({ kind: "certificateChanged", ...nobody });
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

function tellSetupCode({ storage, log }: AppDependencies): void {
  if (hasUsers(storage.db)) return;
  log.warn({ setupCode: ensureSetupCode(storage.folder) }, "set up the server with this code");
  flushLog(log);
}
