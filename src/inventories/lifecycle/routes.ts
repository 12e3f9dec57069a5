import { TRANSITIONS, type TransitionName } from "../../domain/transitions.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { command, type Endpoint, job } from "../../http/endpoint/endpoint.ts";
import { pathId } from "../../http/endpoint/fields.ts";
import type { Storage } from "../../storage/storage.ts";
import { detailOf, inventoryOf } from "../inventory.ts";
import { preconditionField, preconditionOf } from "../items/precondition.ts";
import { InventoryDetail } from "../shapes.ts";
import type { LifecycleJob, LifecycleResult } from "./lifecycle-worker.ts";
import { applyTransition, TRANSITION_TABLE, type TransitionRow } from "./transitions.ts";

const WRONG_STATE = {
  400: "the inventory is in a state that does not permit it; the message names the state",
};

/** Endpoints of the transitions (contract 4.6; decisions, Added paths of the inventory's life), and the approval. */
export function lifecycleRoutes({ storage }: Dependencies): Endpoint[] {
  const names = Object.keys(TRANSITIONS) as TransitionName[];
  return [
    ...names.map((name) => {
      const row = TRANSITION_TABLE[name];
      return row.kind === "command" ? commandEndpoint(name, row) : jobEndpoint(storage, name, row);
    }),
    jobEndpoint(storage, "approve", {
      permission: "manage",
      summary: "Approves the results and all items, in Processing of results",
      description: "Repeating it changes nothing. Approval without need is allowed.",
      query: { seen: preconditionField() },
    }),
  ];
}

function commandEndpoint(name: TransitionName, { permission, summary }: TransitionRow): Endpoint {
  return command(
    "PUT",
    `/api/inventories/{id}/${name}`,
    {
      operationId: `${name}Inventory`,
      permission,
      needsRecentLogin: permission === "manage",
      summary,
      params: { id: pathId() },
      response: InventoryDetail,
      errors: WRONG_STATE,
      record: (tx, { params }, { tenantId }) => inventoryOf(tx, tenantId, params.id),
    },
    (tx, { language }, principal, { record }) => {
      applyTransition(tx, record, name, { principal, unchangedSince: null, onProgress: () => {} });
      return detailOf(tx, language, principal.tenantId, record.oid);
    },
  );
}

type JobRow = Pick<TransitionRow, "permission" | "summary" | "description" | "query">;

function jobEndpoint(
  storage: Storage,
  action: LifecycleJob["action"],
  { permission, summary, description, query }: JobRow,
): Endpoint {
  return job(
    "PUT",
    `/api/inventories/{id}/${action}`,
    {
      operationId: `${action}Inventory`,
      permission,
      needsRecentLogin: true,
      summary,
      ...(description !== undefined && { description }),
      ...(query !== undefined && { query }),
      params: { id: pathId() },
      response: InventoryDetail,
      errors: WRONG_STATE,
      record: (db, { params }, { tenantId }) => inventoryOf(db, tenantId, params.id),
    },
    ({ params, query: { seen } }, principal, ifChange) => ({
      module: new URL("./lifecycle-worker.ts", import.meta.url),
      data: {
        action,
        inventoryId: params.id,
        principal,
        ifChange,
        unchangedSince: preconditionOf(storage, principal.tenantId, seen),
      } satisfies LifecycleJob,
    }),
    (overlaps: LifecycleResult, { params, language }, { tenantId }) => {
      const { body, version } = detailOf(storage.db, language, tenantId, params.id);
      if (overlaps === null) return { kind: "json", body, version };
      return {
        kind: "json",
        body: JSON.stringify({ ...(JSON.parse(body) as object), overlaps }),
        version,
      };
    },
  );
}
