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
import type { Box } from "./box.ts";
import { type Clock, makeClock } from "./clock.ts";
import { keepClockJumps } from "./clock-jumps.ts";
import type { Config, Secrets } from "./config.ts";
import { Unavailable } from "./errors.ts";
import { addressReader } from "./http/address.ts";
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
import { startUpkeep } from "./upkeep.ts";
import { say } from "./words.ts";

/** The running appliance. */
export interface Appliance {
  readonly url: string;
  readonly port: number;
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
  let answer: (ctx: Koa.Context) => Promise<void> = refuseWhileStarting;
  const server = makeServer((ctx) => answer(ctx), log);
  const port = await listen(server, config);
  try {
    const inside = await openInside(options, log, port);
    answer = inside.edge;
    const stop = async () => {
      await server.stop();
      await inside.close();
    };
    return {
      url: `http://${hostInUrl(config.host)}:${port}`,
      port,
      box: inside.box,
      endpoints: inside.endpoints,
      stop,
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

interface Inside {
  readonly box: Box;
  readonly endpoints: readonly Endpoint[];
  readonly edge: (ctx: Koa.Context) => Promise<void>;
  close(): Promise<void>;
}

async function openInside(options: ApplianceOptions, log: Log, port: number): Promise<Inside> {
  const { config, secrets } = options;
  const clock = options.clock ?? makeClock();
  const storage = await openStorage({
    folder: config.dataFolder,
    clock,
    reserveBytes: config.reserveBytes,
    logBytes: config.logBytes,
    onTrouble: (error, what) => log.error({ err: error }, what),
    onSyncFailure(error) {
      log.fatal({ err: error }, "the disk did not take a write; nothing more is acknowledged");
      flushLog(log);
      process.kill(process.pid, "SIGKILL");
    },
  });
  const tokens = makeTokens(storage, clock, {
    key: secrets.tokenKey ?? ownKey(storage.folder, "jwt.key"),
    issuer: config.tokenIssuer,
    audience: config.tokenAudience,
    seconds: config.tokenSeconds,
  });
  const box: Box = { storage, clock, config, tokens, log, ownPorts: new Set([port]) };
  keepClockJumps(box);
  const limits = options.printLimits ?? limitsOf(config.printing.giveUpMinutes, config.printing.stallMinutes);
  const printing = await startPrintLoop(box, limits);
  await photoFiles(join(storage.folder, "photos")).sweep();
  const upkeep = startUpkeep(box);
  const close = async () => {
    upkeep.stop();
    await printing.stop();
    await storage.close();
    flushLog(log);
  };
  try {
    await options.beforeReady?.(box);
  } catch (error) {
    await close();
    throw error;
  }
  if (!hasUsers(storage.db)) {
    log.warn({ setupCode: setupCode(storage.folder) }, "set the box up with this code");
    flushLog(log);
  }
  const endpoints = endpointsOf(box, printing);
  const edge = makeEdge({
    storage,
    routes: makeRoutes(endpoints),
    clock,
    authenticate: tokens.authenticate,
    addressOf: addressReader(config.trustedProxies),
  });
  return { box, endpoints, edge, close };
}

async function refuseWhileStarting(): Promise<void> {
  throw new Unavailable(
    say("The box is starting; try again shortly.", "Zařízení se spouští; zkuste to za chvíli."),
    5,
  );
}

/** Every endpoint of the box. */
function endpointsOf(box: Box, printing: PrintLoop): Endpoint[] {
  const endpoints: Endpoint[] = [
    ...openRoutes(box),
    ...docsRoutes(() => endpoints),
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
