import type { Dependencies } from "../../http/dependencies.ts";
import { batch, type Endpoint } from "../../http/endpoint/endpoint.ts";
import { type AddressOptions, listServerAddresses } from "./base-urls.ts";
import type { Health } from "./health.ts";
import { healthResponse } from "./report.ts";
import { readServerStatus, ServerReport } from "./server-report.ts";

/** What is told of the place, but for what may change while the box works. */
export interface ServerRouteOptions extends Omit<AddressOptions, "host" | "mdnsName"> {
  /** Null while the box is not announced. */
  mdnsName(): string | null;
}

/** The box at a glance, for its Admin. */
export function serverRoutes(box: Dependencies, health: Health, around: ServerRouteOptions): Endpoint[] {
  const startedAt = performance.now();
  return [
    batch(
      "GET",
      "/api/box",
      {
        operationId: "getServerStatus",
        permission: "box",
        summary: "Status of the server: health, disk, backup, certificate, addresses",
        description:
          "`status` and `problems` are those of `/health/ready`; a failing server is 200 here. Each request runs the checks.",
        skipsFlush: true,
        response: ServerReport,
      },
      async ({ language }) => {
        const { status, problems } = healthResponse(await health.ready(), language);
        const mdnsName = around.mdnsName();
        return {
          body: {
            status,
            problems,
            ...readServerStatus(box, around.trust),
            uptimeSeconds: Math.floor((performance.now() - startedAt) / 1000),
            addresses: listServerAddresses({ ...around, host: box.config.host, mdnsName }),
            mdnsName,
          },
        };
      },
    ),
  ];
}
