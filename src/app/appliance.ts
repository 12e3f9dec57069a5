import type { RequestContext } from "../http/pipeline/request.ts";
import { loadParser } from "../http/pipeline/upload.ts";
import { connectionLimits, makeConnections } from "../http/server/connections.ts";
import { hostInUrl, openPorts } from "../http/server/listener.ts";
import { makeServer } from "../http/server/server.ts";
import { startDiscovery } from "../ops/discovery/discovery.ts";
import { probeStorage, unavailableHandler } from "../ops/health/health.ts";
import { makeMetrics } from "../ops/health/metrics.ts";
import { makeClock } from "../platform/clock.ts";
import { makeLog } from "../platform/log.ts";
import { type ApplianceOptions, openRuntime } from "./runtime.ts";

/** Delay after the start before the multipart parser is loaded. */
const LOAD_PARSER_AFTER_MS = 300;

/** The running appliance. */
export type Appliance = Awaited<ReturnType<typeof startAppliance>>;

/**
 * The composition root: opens the ports, then the storage, the features and the request pipeline. The ports come first, so that
 * a failed start does not change the data folder; until the server is ready, requests get 503. Throws StartupError.
 */
export async function startAppliance(options: ApplianceOptions) {
  const { config } = options;
  const log = options.log ?? makeLog(config.logLevel);
  const clock = options.clock ?? makeClock();
  const metrics = makeMetrics();
  let mdnsName: string | null = null;
  let handle: (request: RequestContext) => Promise<void> = unavailableHandler("starting", clock);
  const limits = { ...connectionLimits(), ...options.connectionLimits };
  const connections = makeConnections(limits, config.trustedProxies);
  const server = makeServer((request) => handle(request), log, connections, {
    observe: metrics.observe,
    strictSeconds: config.https.strictSeconds,
  });
  try {
    const ports = await openPorts(server, config, log);
    const runtime = await openRuntime(options, {
      clock,
      log,
      metrics,
      server,
      ports,
      mdnsName: () => mdnsName,
    });
    handle = runtime.handleRequest;
    const loading = setTimeout(() => {
      loadParser().catch((error: unknown) =>
        log.error({ err: error }, "the multipart parser could not be loaded"),
      );
    }, LOAD_PARSER_AFTER_MS).unref();
    const { dependencies, certificates, endpoints } = runtime;
    // The name belongs to the server that has taken over.
    const discovery =
      options.pair?.mode === "superseded"
        ? null
        : startDiscovery(dependencies, {
            port: ports.http,
            https: () => certificates?.status() ?? null,
            onName(name) {
              mdnsName = name;
              certificates?.setName(name);
            },
          });
    const stop = async () => {
      clearTimeout(loading);
      await discovery?.stop();
      handle = unavailableHandler("stopping", clock);
      await server.stop();
      await runtime.close();
    };
    return {
      url: `http://${hostInUrl(config.host)}:${ports.http}`,
      port: ports.http,
      /** Null: HTTPS is off. */
      httpsPort: ports.https,
      /** Null: HTTPS is off. */
      httpsUrl: ports.https === null ? null : `https://${hostInUrl(config.host)}:${ports.https}`,
      certificates,
      dependencies,
      endpoints,
      log,
      /** Rejects while the storage does not read, write and flush. */
      check: () => probeStorage(dependencies.storage),
      /** Waits for running requests, syncs and closes everything. */
      stop,
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
