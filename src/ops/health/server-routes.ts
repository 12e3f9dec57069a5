import type { Dependencies } from "../../http/dependencies.ts";
import { type Endpoint, read } from "../../http/endpoint/endpoint.ts";
import { type Place, reachedAt } from "./base-urls.ts";
import type { Health } from "./health.ts";
import { shown } from "./report.ts";
import { factsOf, ServerReport } from "./server-report.ts";

/** What is told of the place, but for what may change while the box works. */
export interface Surroundings extends Omit<Place, "host" | "mdnsName"> {
  /** Null while the box is not announced. */
  mdnsName(): string | null;
}

/** The box at a glance, for its Admin. */
export function serverRoutes(box: Dependencies, health: Health, around: Surroundings): Endpoint[] {
  const startedAt = performance.now();
  return [
    read(
      "GET",
      "/api/box",
      {
        operationId: "getServerStatus",
        may: "box",
        summary: "Status of the server: health, disk, backup, certificate, addresses",
        description:
          "`status` and `problems` are those of `/health/ready`; a failing server is 200 here. Each request runs the checks.",
        evenWhenStuck: true,
        reply: ServerReport,
      },
      async ({ language }) => {
        const { status, problems } = shown(await health.ready(), language);
        const mdnsName = around.mdnsName();
        return {
          body: {
            status,
            problems,
            ...factsOf(box, around.trust),
            uptimeSeconds: Math.floor((performance.now() - startedAt) / 1000),
            addresses: reachedAt({ ...around, host: box.config.host, mdnsName }),
            mdnsName,
          },
        };
      },
    ),
  ];
}
