import { join } from "node:path";
import type Koa from "koa";
import { deviceRoutes } from "./access/device-routes.ts";
import { ownKey } from "./access/keys.ts";
import { loginRoutes } from "./access/login-routes.ts";
import { setupCode } from "./access/setup.ts";
import { setupRoutes } from "./access/setup-routes.ts";
import { makeTokens } from "./access/tokens.ts";
import { hasUsers } from "./access/users.ts";
import { articleFindRoutes } from "./articles/find-routes.ts";
import { mineRoutes } from "./articles/mine-routes.ts";
import { articleRoutes } from "./articles/routes.ts";
import { interruptedRestore } from "./backup/interrupted.ts";
import { backupRoutes } from "./backup/routes.ts";
import { type SelfChecks, startSelfChecks } from "./backup/self-check.ts";
import type { Box } from "./box.ts";
import { type Clock, makeClock } from "./clock.ts";
import { keepClockJumps } from "./clock-jumps.ts";
import type { Config, Secrets } from "./config.ts";
import { startDiscovery } from "./discovery/discovery.ts";
import { makeHealth } from "./health/health.ts";
import { type Metrics, makeMetrics } from "./health/metrics.ts";
import { refuseWhile } from "./health/phase.ts";
import { healthRoutes } from "./health/routes.ts";
import { peerReader } from "./http/address.ts";
import { docsRoutes } from "./http/docs-routes.ts";
import { makeEdge } from "./http/edge.ts";
import type { Endpoint } from "./http/endpoint.ts";
import { openRoutes } from "./http/open-routes.ts";
import { makeRoutes } from "./http/routes.ts";
import { type HttpServer, makeServer } from "./http/server.ts";
import { itemRoutes } from "./inventories/item-routes.ts";
import { inventoryRoutes } from "./inventories/routes.ts";
import { locationRoutes } from "./locations/routes.ts";
import { flushLog, type Log, makeLog } from "./log.ts";
import { photoFiles } from "./photos/files.ts";
import { photoRoutes } from "./photos/routes.ts";
import { formatRoutes } from "./printing/format-routes.ts";
import { previewRoutes } from "./printing/preview-routes.ts";
import { printRoutes } from "./printing/print-routes.ts";
import { printerRoutes } from "./printing/printer-routes.ts";
import { type Limits, limitsOf } from "./printing/queue/limits.ts";
import { type PrintLoop, startPrintLoop } from "./printing/queue/loop.ts";
import { requestRoutes } from "./printing/request-routes.ts";
import { statusRoutes } from "./printing/status-routes.ts";
import { refuseHeldFolder } from "./storage/lock.ts";
import { StartRefused } from "./storage/refused.ts";
import { openStorage } from "./storage/storage.ts";
import { listenSecurely } from "./trust/listen.ts";
import type { Machine } from "./trust/machine.ts";
import { trustRoutes } from "./trust/routes.ts";
import { secrecyDemand } from "./trust/secrecy.ts";
import { openTrust, readKept, type Trust } from "./trust/trust.ts";
import { startUpkeep } from "./upkeep.ts";

/** The running appliance. */
export interface Appliance {
  readonly url: string;
  readonly port: number;
  /** Null: HTTPS is off. */
  readonly httpsUrl: string | null;
  readonly trust: Trust | null;
  readonly box: Box;
  readonly endpoints: readonly Endpoint[];
  /** Ends running requests, syncs, closes; resolves when nothing is left. */
  stop(): Promise<void>;
}

export interface ApplianceOptions {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly clock?: Clock;
  readonly log?: Log;
  /** Shorter waits than the contract's, for tests. */
  readonly printLimits?: Limits;
  /** Other names and addresses than this machine's, for tests. */
  readonly machine?: Machine;
  /** Runs before the first request is answered: the demo fills an empty box. */
  readonly beforeReady?: (box: Box) => Promise<void>;
}

/**
 * The one composition root: listens, opens the storage, builds the domains and the edge. The port comes first (until all
 * is ready it answers 503), so that a start that cannot be leaves the data folder as it was. Throws StartRefused.
 */
export async function startAppliance(options: ApplianceOptions): Promise<Appliance> {
  const { config } = options;
  const log = options.log ?? makeLog(config.logLevel);
  const clock = options.clock ?? makeClock();
  const metrics = makeMetrics();
  let answer: (ctx: Koa.Context) => Promise<void> = refuseWhile("starting", clock);
  const server = makeServer((ctx) => answer(ctx), log, metrics.observe);
  const port = await listen(server, config);
  try {
    const httpsPort = await listenSecurely(server, config, log);
    const inside = await openInside(options, { clock, log, metrics, server, port, httpsPort });
    answer = inside.edge;
    const { box, trust } = inside;
    const discovery = startDiscovery(box, port, () => trust?.status() ?? null);
    discovery.onName((name) => trust?.setName(name));
    const stop = async () => {
      await discovery.stop();
      answer = refuseWhile("stopping", clock);
      await server.stop();
      await inside.close();
    };
    return {
      url: `http://${hostInUrl(config.host)}:${port}`,
      port,
      httpsUrl: httpsPort === null ? null : `https://${hostInUrl(config.host)}:${httpsPort}`,
      trust,
      box,
      endpoints: inside.endpoints,
      stop,
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** What stands around the inside, before the data folder is open. */
interface Around {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly server: HttpServer;
  readonly port: number;
  readonly httpsPort: number | null;
}

interface Inside {
  readonly trust: Trust | null;
  readonly box: Box;
  readonly endpoints: readonly Endpoint[];
  readonly edge: (ctx: Koa.Context) => Promise<void>;
  close(): Promise<void>;
}

async function openInside(
  options: ApplianceOptions,
  { clock, log, metrics, server, port, httpsPort }: Around,
): Promise<Inside> {
  const { config, secrets, machine } = options;
  const interrupted = interruptedRestore(config.dataFolder);
  if (interrupted !== null) throw new StartRefused(interrupted, "foreign");
  const certificates = httpsPort === null ? null : readKept(config, clock);
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
    onTrouble: trouble,
    onSyncFailure: syncFailed,
  });
  const photos = photoFiles(join(storage.folder, "photos"), { syncFailed, trouble });
  const tokens = makeTokens(storage, clock, {
    key: secrets.tokenKey ?? ownKey(storage.folder, "jwt.key"),
    issuer: config.tokenIssuer,
    audience: config.tokenAudience,
    seconds: config.tokenSeconds,
  });
  const box: Box = {
    storage,
    clock,
    config,
    tokens,
    log,
    photos,
    ownPorts: new Set([port, ...(httpsPort === null ? [] : [httpsPort])]),
  };
  keepClockJumps(box);
  const limits = options.printLimits ?? limitsOf(config.printing.giveUpMinutes, config.printing.stallMinutes);
  const printing = await startPrintLoop(box, limits);
  await photos.sweep();
  const upkeep = startUpkeep(box);
  const checks = startSelfChecks(box);
  let trust: Trust | null = null;
  const close = async () => {
    await trust?.stop();
    upkeep.stop();
    await checks.stop();
    await printing.stop();
    await storage.close();
    flushLog(log);
  };
  try {
    if (certificates !== null && httpsPort !== null) {
      const serve = server.useCertificate;
      trust = await openTrust(certificates, {
        config,
        clock,
        log,
        httpsPort,
        serve,
        ...(machine && { machine }),
      });
    }
    await options.beforeReady?.(box);
  } catch (error) {
    await close();
    throw error;
  }
  if (!hasUsers(storage.db)) {
    log.warn({ setupCode: setupCode(storage.folder) }, "set the box up with this code");
    flushLog(log);
  }
  metrics.watch(box, trust);
  const endpoints = endpointsOf(box, printing, checks, trust, port, metrics);
  const edge = makeEdge({
    storage,
    routes: makeRoutes(endpoints),
    clock,
    authenticate: tokens.authenticate,
    peerOf: peerReader(config.trustedProxies),
    demandSecrecy: secrecyDemand(config, trust),
  });
  return { box, endpoints, edge, trust, close };
}

/** Every endpoint of the box. */
function endpointsOf(
  box: Box,
  printing: PrintLoop,
  checks: SelfChecks,
  trust: Trust | null,
  port: number,
  metrics: Metrics,
): Endpoint[] {
  const endpoints: Endpoint[] = [
    ...openRoutes(),
    ...healthRoutes(box, makeHealth(box, printing), metrics.text),
    ...docsRoutes(() => endpoints),
    ...trustRoutes(trust, port),
    ...setupRoutes(box),
    ...loginRoutes(box),
    ...deviceRoutes(box),
    ...articleRoutes(box),
    ...articleFindRoutes(box),
    ...mineRoutes(box),
    ...locationRoutes(box),
    ...inventoryRoutes(box),
    ...itemRoutes(box),
    ...photoRoutes(box),
    ...printerRoutes(box),
    ...formatRoutes(box),
    ...previewRoutes(box),
    ...printRoutes(box),
    ...requestRoutes(box),
    ...statusRoutes(box, printing),
    ...backupRoutes(box, checks),
  ];
  return endpoints;
}

async function listen(server: HttpServer, config: Config): Promise<number> {
  try {
    return await server.listen(config.host, config.port);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "EADDRINUSE") {
      refuseHeldFolder(config.dataFolder);
      throw new StartRefused(`PORT ${config.port}: the port is taken by another program on ${config.host}`);
    }
    if (code === "EACCES") throw new StartRefused(`PORT ${config.port}: this user may not listen on it`);
    throw new StartRefused(
      `HOST ${config.host}: this machine has no such address (${code || String(error)})`,
    );
  }
}

function hostInUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
