import type { StandbyProblem } from "../../domain/standby-problems.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { batch, type Endpoint } from "../../http/endpoint/endpoint.ts";
import type { FailedUpgrade } from "../upgrade/failure.ts";
import { type AddressOptions, listServerAddresses } from "./addresses.ts";
import type { Health } from "./health.ts";
import { healthResponse } from "./report.ts";
import { readServerStatus, ServerStatus } from "./server-status.ts";

/** Options of the status endpoint. The mDNS name may change while the server runs. */
interface ServerRouteOptions extends Omit<AddressOptions, "host" | "mdnsName"> {
  /** Null while the server is not announced. */
  mdnsName(): string | null;
  /** What is wrong with the pair of the server and its standby; null: nothing. */
  standbyProblem(): StandbyProblem | null;
  /** A failed upgrade that needs attention; null: there is none. */
  failedUpgrade(): FailedUpgrade | null;
}

/** Endpoint for the status of the server. */
export function serverRoutes(
  dependencies: Dependencies,
  health: Health,
  options: ServerRouteOptions,
): Endpoint[] {
  const startedAt = performance.now();
  return [
    batch(
      "GET",
      "/api/box",
      {
        operationId: "getServerStatus",
        permission: "server",
        summary: "Status of the server: health, disk, backup, certificate, addresses",
        description:
          "`status` and `problems` are those of `/health/ready`; a failing server is 200 here. Each request runs the checks.",
        skipsFlush: true,
        response: ServerStatus,
      },
      async ({ language }) => {
        const { status, problems } = healthResponse(await health.ready(), language);
        const mdnsName = options.mdnsName();
        return {
          kind: "json",
          body: {
            status,
            problems,
            ...readServerStatus(dependencies, options.certificates),
            standbyProblem: options.standbyProblem(),
            failedUpgrade: options.failedUpgrade(),
            uptimeSeconds: Math.floor((performance.now() - startedAt) / 1000),
            addresses: listServerAddresses({ ...options, host: dependencies.config.host, mdnsName }),
            mdnsName,
          },
        };
      },
    ),
  ];
}
