import { z } from "zod";
import type { Principal } from "../domain/principal.ts";
import { may } from "../domain/roles.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { type Endpoint, stream } from "../http/endpoint/endpoint.ts";
import { makeHub, type Subscription } from "../http/sse/hub.ts";
import { TOPICS } from "./topics.ts";

const INTERVAL_MS = 500;

/** The event stream of the box: what changes, without asking again and again. */
export function eventRoutes({ storage, log }: Dependencies): Endpoint[] {
  const hub = makeHub(storage, log, INTERVAL_MS);
  return [
    stream(
      "/api/events",
      {
        operationId: "streamEvents",
        permission: "terminal",
        summary: "What changes, as server-sent events",
        description: `Each event is the whole of its topic as it is now: first all of them, then each that has changed, at most twice a second.

- \`inventories\`: the open ones, \`[{ oid, name, inventoryStateId, total, counted, found, missing, unexpected }]\`
- \`printers\`: \`[{ oid, name, isActive, waiting, printing, lastError: { en, cs } | null }]\`
- \`devices\` (Admin): \`[{ deviceTokenId, deviceName, kind, user, lastUsedDT, expiresAt, pending }]\`
- \`approvals\` (Manager, Admin): how many wait, \`{ transfers, disposals, proposals, inventories }\`
- \`changes\`: \`{ articles, locations, catalogues, users, formats, printRequests, settings, stocktakes }\`, numbers that grow when something of the kind has changed
- \`end\`: the last one, \`{ reason }\`: \`token\` (expired, revoked, changed: log in again), \`roles\` (other roles than when the stream began: connect again) or \`stopping\` (connect again)

A comment comes every 15 s. A user may have 10 streams open, a paired device 2. Browsers' EventSource can't send the token: read the stream with \`fetch\`.`,
        response: z.unknown(),
      },
      (_, principal) => ({
        kind: "events",
        subscribe: (send, ended) => hub.subscribe(topicsFor(principal), send, ended),
      }),
    ),
  ];
}

/** The tenant's topics; they are read once for all roles. */
function topicsFor(caller: Principal): Subscription {
  const { tenantId } = caller;
  const allowed = new Set(TOPICS.filter((topic) => may(caller, topic.permission)).map(({ name }) => name));
  return {
    channel: String(tenantId),
    tenantId,
    topics: TOPICS,
    isWanted: ({ name }) => allowed.has(name),
  };
}
