import type { Endpoint } from "../http/endpoint/endpoint.ts";
import type { RequestContext } from "../http/pipeline/request-context.ts";
import { loadParser } from "../http/pipeline/upload.ts";
import { connectionLimits, makeConnections } from "../http/server/connections.ts";
import { hostInUrl, openPorts } from "../http/server/ports.ts";
import { makeServer } from "../http/server/server.ts";
import { startDiscovery } from "../ops/discovery/discovery.ts";
import { makeMetrics } from "../ops/health/metrics.ts";
import { unavailableHandler } from "../ops/health/unavailable-handler.ts";
import type { Certificates } from "../ops/tls/certificates.ts";
import { makeClock } from "../platform/clock.ts";
import { makeLog } from "../platform/log.ts";
import type { AppDependencies } from "./dependencies.ts";
import { type ApplianceOptions, openRuntime } from "./runtime.ts";

/** Nobody is there yet so soon after the start. */
const LOAD_AFTER_MS = 300;

/** The running appliance. */
export interface Appliance {
  readonly url: string;
  readonly port: number;
  /** Null: HTTPS is off. */
  readonly httpsUrl: string | null;
  readonly certificates: Certificates | null;
  readonly dependencies: AppDependencies;
  readonly endpoints: readonly Endpoint[];
  /** Ends running requests, syncs, closes; resolves when nothing is left. */
  stop(): Promise<void>;
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
  let mdnsName: string | null = null;
  let answer: (request: RequestContext) => Promise<void> = unavailableHandler("starting", clock);
  const limits = { ...connectionLimits(), ...options.connectionLimits };
  const connections = makeConnections(limits, config.trustedProxies);
  const server = makeServer((request) => answer(request), log, connections, {
    observe: metrics.observe,
    strictSeconds: config.https.strictSeconds,
  });
  try {
    const ports = await openPorts(server, config, log);
    const inside = await openRuntime(options, {
      clock,
      log,
      metrics,
      server,
      ports,
      mdnsName: () => mdnsName,
    });
    answer = inside.handleRequest;
    const loading = setTimeout(() => {
      loadParser().catch((error: unknown) => log.error({ err: error }, "the parser of uploads is not there"));
    }, LOAD_AFTER_MS).unref();
    const { dependencies: box, certificates: trust } = inside;
    const discovery = startDiscovery(box, ports.http, () => trust?.status() ?? null);
    discovery.onName((name) => {
      mdnsName = name;
      trust?.setName(name);
    });
    const stop = async () => {
      clearTimeout(loading);
      await discovery.stop();
      answer = unavailableHandler("stopping", clock);
      await server.stop();
      await inside.close();
    };
    return {
      url: `http://${hostInUrl(config.host)}:${ports.http}`,
      port: ports.http,
      httpsUrl: ports.https === null ? null : `https://${hostInUrl(config.host)}:${ports.https}`,
      certificates: trust,
      dependencies: box,
      endpoints: inside.endpoints,
      stop,
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
