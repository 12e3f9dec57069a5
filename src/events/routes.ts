import type { Principal } from "../domain/principal.ts";
import { may } from "../domain/roles.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { type Endpoint, stream } from "../http/endpoint/endpoint.ts";
import { makeHub, type Subscription } from "../http/sse/hub.ts";
import { ServerEvents } from "./shapes.ts";
import { type TenantTopic, TOPICS } from "./topics.ts";

const INTERVAL_MS = 500;

/** Endpoint for the event stream. */
export function eventRoutes({ storage, log }: Dependencies): Endpoint[] {
  const hub = makeHub(storage, log, INTERVAL_MS);
  return [
    stream(
      "/api/events",
      {
        operationId: "streamEvents",
        scope: "events:read",
        permission: "terminal",
        summary: "Changes as server-sent events",
        description: `Each event contains the current value of its topic. The stream starts with all topics; then each changed topic follows, at most twice a second.

- \`inventories\`: the open inventories, \`[{ oid, name, inventoryStateId, total, counted, found, missing, unexpected }]\`
- \`printers\`: \`[{ oid, name, isActive, waiting, printing, lastError: { en, cs, … } | null }]\`
- \`devices\` (Admin): \`[{ deviceTokenId, deviceName, kind, user, lastUsedDT, expiresAt, pending }]\`
- \`custody\` (Manager, Admin): numbers of rejected hand-overs and of handed-out articles, and their earliest due date, \`{ rejected, open, due }\`
- \`approvals\` (Manager, Admin): numbers of pending requests, \`{ transfers, disposals, proposals, inventories }\`
- \`jobs\` (Manager, Admin): the unfinished jobs, \`{ jobs: [{ id, kind, state, isUndoing, canCancel, done, total, createdDT, startedDT, subjectId, fileName, createdBy }], ended }\`; \`ended\` is another number after each end of a job
- \`changes\`: \`{ articles, locations, catalogues, users, formats, printRequests, settings, stocktakes }\`, numbers that increase with each change of the kind
- \`end\`: the last event, \`{ reason }\`: \`token\` (expired, revoked or changed: log in again), \`roles\` (the roles have changed since the start: connect again) or \`stopping\` (connect again)

A comment is sent every 15 s. A user may have 10 open streams, a paired device 2. EventSource of browsers can't send the token: read the stream with \`fetch\`. An API key gets \`inventories\`, \`printers\`, \`approvals\` and \`custody\` with the scopes \`inventories:read\`, \`labels:read\`, \`requests:read\` and \`custody:read\`, and not \`jobs\`.`,
        response: ServerEvents,
      },
      (_, principal) => ({
        kind: "events",
        subscribe: (send, ended) => hub.subscribe(topicsFor(principal), send, ended),
      }),
    ),
  ];
}

/** The subscription of a principal. The topics of a tenant are read once for all roles. */
function topicsFor(principal: Principal): Subscription {
  const { tenantId } = principal;
  const allowed = new Set(TOPICS.filter((topic) => mayReceive(principal, topic)).map(({ name }) => name));
  return {
    channel: String(tenantId),
    tenantId,
    topics: TOPICS,
    isIncluded: ({ name }) => allowed.has(name),
  };
}

function mayReceive(principal: Principal, { permission, scope }: TenantTopic): boolean {
  if (!may(principal, permission)) return false;
  const { apiKey } = principal;
  if (apiKey === undefined || scope === undefined) return true;
  return scope !== null && apiKey.scopes.includes(scope);
}
