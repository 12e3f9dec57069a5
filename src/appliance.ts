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
import type { Config, Secrets } from "./config.ts";
import { addressReader } from "./http/address.ts";
import { docsRoutes } from "./http/docs-routes.ts";
import { makeEdge } from "./http/edge.ts";
import type { Endpoint } from "./http/endpoint.ts";
import { openRoutes } from "./http/open-routes.ts";
import { makeRoutes } from "./http/routes.ts";
import { makeServer } from "./http/server.ts";
import { itemRoutes } from "./inventories/item-routes.ts";
import { inventoryRoutes } from "./inventories/routes.ts";
import { locationRoutes } from "./locations/routes.ts";
import { flushLog, type Log, makeLog } from "./log.ts";
import { photoRoutes } from "./photos/routes.ts";
import { formatRoutes } from "./printing/format-routes.ts";
import { previewRoutes } from "./printing/preview-routes.ts";
import { printRoutes } from "./printing/print-routes.ts";
import { printerRoutes } from "./printing/printer-routes.ts";
import { type Limits, limitsOf } from "./printing/queue/limits.ts";
import { type PrintLoop, startPrintLoop } from "./printing/queue/loop.ts";
import { requestRoutes } from "./printing/request-routes.ts";
import { statusRoutes } from "./printing/status-routes.ts";
import { StartRefused } from "./storage/refused.ts";
import { openStorage } from "./storage/storage.ts";
import { startUpkeep } from "./upkeep.ts";

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
  /** Runs before the port opens: the demo fills an empty box. */
  readonly beforeListening?: (box: Box) => Promise<void>;
}

/** The one composition root: opens the storage, builds the domains and the edge, listens. Throws StartRefused. */
export async function startAppliance(options: ApplianceOptions): Promise<Appliance> {
  const { config, secrets } = options;
  const clock = options.clock ?? makeClock();
  const log = options.log ?? makeLog(config.logLevel);
  const storage = openStorage({
    folder: config.dataFolder,
    clock,
    reserveBytes: config.reserveBytes,
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
  const box: Box = { storage, clock, config, tokens, log, ownPorts: new Set() };
  const printing = await startPrintLoop(
    box,
    options.printLimits ?? limitsOf(config.printing.giveUpMinutes, config.printing.stallMinutes),
  );
  const endpoints = endpointsOf(box, printing);
  const edge = makeEdge({
    storage,
    routes: makeRoutes(endpoints),
    now: clock.now,
    authenticate: tokens.authenticate,
    addressOf: addressReader(config.trustedProxies),
  });
  const server = makeServer(edge, log);
  const upkeep = startUpkeep(box);
  const close = async () => {
    upkeep.stop();
    await printing.stop();
    await storage.close();
    flushLog(log);
  };
  try {
    await options.beforeListening?.(box);
    const port = await listen(server, config);
    box.ownPorts.add(port);
    if (!hasUsers(storage.db))
      log.warn({ setupCode: setupCode(storage.folder) }, "set the box up with this code");
    const stop = async () => {
      await server.stop();
      await close();
    };
    return { url: `http://${hostInUrl(config.host)}:${port}`, port, box, endpoints, stop };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Every endpoint of the box. */
function endpointsOf(box: Box, printing: PrintLoop): Endpoint[] {
  const endpoints: Endpoint[] = [
    ...openRoutes(),
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

async function listen(server: ReturnType<typeof makeServer>, config: Config): Promise<number> {
  try {
    return await server.listen(config.host, config.port);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const reason = code === "EADDRINUSE" ? "the port is taken by another program" : String(error);
    throw new StartRefused(`PORT ${config.port} on ${config.host}: ${reason}`);
  }
}

function hostInUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
