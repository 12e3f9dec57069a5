import { connectionLimits, makeConnections } from "../http/server/connections.ts";
import { hostInUrl, openPorts } from "../http/server/listener.ts";
import { makeServer } from "../http/server/server.ts";
import type { Pair } from "../ops/standby/pair.ts";
import { standbyHandler } from "../ops/standby/standby-handler.ts";
import { readAuthority } from "../ops/tls/ca-files.ts";
import { type Certificates, openCertificates } from "../ops/tls/certificates.ts";
import { makeClock } from "../platform/clock.ts";
import { makeLog } from "../platform/log.ts";
import type { ApplianceOptions } from "./runtime.ts";

/** A server that copies another one. */
export type StandbyAppliance = Awaited<ReturnType<typeof startStandbyAppliance>>;

/** Opens the ports of a standby: its state and its promotion, and 503 for everything else. Throws StartupError. */
export async function startStandbyAppliance(options: ApplianceOptions, pair: Pair) {
  const { config, machine } = options;
  const log = options.log ?? makeLog(config.logLevel);
  const clock = options.clock ?? makeClock();
  const connections = makeConnections(
    { ...connectionLimits(), ...options.connectionLimits },
    config.trustedProxies,
  );
  const server = makeServer(standbyHandler(pair, clock, config), log, connections);
  let certificates: Certificates | null = null;
  try {
    const ports = await openPorts(server, config, log);
    // The CA is the primary's: it is here after the first contact.
    const authority =
      ports.https === null || config.https.own !== null ? null : readAuthority(config.dataFolder);
    if (authority !== null && ports.https !== null)
      certificates = await openCertificates(
        { authority },
        {
          config,
          mdnsName: `${config.mdns.name}.local`,
          clock,
          log,
          httpsPort: ports.https,
          serve: server.useCertificate,
          onCertificateChanged() {},
          ...(machine && { machine }),
        },
      );
    return {
      url: `http://${hostInUrl(config.host)}:${ports.http}`,
      port: ports.http,
      /** Null: HTTPS is off. */
      httpsPort: ports.https,
      async stop() {
        await server.stop();
        await certificates?.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
