import type { State } from "../../domain/inventory-states.ts";
import type { Principal } from "../../domain/principal.ts";
import { TRANSITIONS, type TransitionName } from "../../domain/transitions.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { command, type Endpoint, job } from "../../http/endpoint/endpoint.ts";
import { pathId } from "../../http/endpoint/fields.ts";
import { expectedCountInQuery } from "../../http/endpoint/selection-fields.ts";
import type { Tx } from "../../storage/database/statement.ts";
import type { NewJob } from "../../storage/jobs/job-kind.ts";
import type { Storage } from "../../storage/storage.ts";
import { countPending } from "../counting/pending.ts";
import { assertIdle, getDetail, getInventory, type InventoryRecord } from "../inventory.ts";
import { assertApprovable, assertMatchingApprovable } from "../items/approve.ts";
import { ITEM_FILTER, itemFilterOf, itemSelectionFields } from "../items/item-filter.ts";
import { preconditionField, preconditionOf } from "../items/precondition.ts";
import { type LifecycleInput, type LifecycleKind, type LifecycleResult, lifecycleJob } from "../long-work.ts";
import { personOf } from "../rule.ts";
import { InventoryDetail } from "../shapes.ts";
import { APPROVE, APPROVE_ITEMS, PREPARE } from "./lifecycle-jobs.ts";
import { applyTransition, assertTransition, TRANSITION_TABLE, type TransitionRow } from "./transitions.ts";

const WRONG_STATE = {
  400: "the inventory is in a state that does not permit it, or is being worked on; the message names the reason",
};

/** Makes the job of a transition to a state; null: the state stays. */
type MakeJob = (
  principal: Principal,
  inventoryId: number,
  to: State | null,
  unchangedSince: number | null,
) => NewJob<LifecycleInput, LifecycleResult>;

/**
 * Endpoints of the transitions (contract 4.6; decisions, Added paths of the inventory's life), and the approval. `choosePerson` makes
 * the job that prepares an inventory of a person's articles.
 */
export function lifecycleRoutes({ storage, config }: Dependencies, choosePerson: MakeJob): Endpoint[] {
  const { db } = storage;
  const jobOf =
    (kind: LifecycleKind): MakeJob =>
    (principal, id, to, unchangedSince) => {
      const isOfPerson = kind === PREPARE && personOf(db, getInventory(db, principal.tenantId, id)) !== null;
      if (isOfPerson) return choosePerson(principal, id, to, unchangedSince);
      const { input, ...made } = lifecycleJob(kind, principal, id, to, unchangedSince);
      return { ...made, input: { ...input, timeZone: config.timeZone } };
    };
  const names = Object.keys(TRANSITIONS) as TransitionName[];
  return [
    ...names.map((name) => {
      const row = TRANSITION_TABLE[name];
      if (row.job === undefined) return commandEndpoint(name, row);
      return jobEndpoint(
        storage,
        name,
        { ...row, makeJob: jobOf(row.job) },
        (tx, inventory, unchangedSince) => assertTransition(tx, inventory, name, unchangedSince),
      );
    }),
    approveMatchingEndpoint(storage),
    jobEndpoint(storage, "approve", APPROVAL, (tx, inventory, unchangedSince) => {
      assertIdle(tx, inventory);
      assertApprovable(tx, inventory, unchangedSince);
    }),
  ];
}

const APPROVAL = {
  permission: "manage",
  summary: "Approves the results and all items, in Processing of results",
  description: "Repeating it changes nothing. Approval without need is allowed.",
  query: { seen: preconditionField() },
  makeJob: (principal: Principal, id: number, to: State | null, unchangedSince: number | null) =>
    lifecycleJob(APPROVE, principal, id, to, unchangedSince),
  to: null,
} as const;

/** The approval of the items that match a filter. */
function approveMatchingEndpoint(storage: Storage): Endpoint {
  return job("PUT", "/api/inventories/{id}/items/approve", {
    operationId: "approveInventoryItems",
    permission: "manage",
    needsRecentLogin: true,
    summary: "Approves the items that match a filter, in Processing of results",
    description: `The inventory itself is not approved. Repeating it changes nothing. ${ITEM_FILTER}`,
    params: { id: pathId() },
    query: { ...itemSelectionFields(), seen: preconditionField(), expectedCount: expectedCountInQuery() },
    isStrictQuery: true,
    response: InventoryDetail,
    errors: { ...WRONG_STATE, 409: "another number of items is selected than `expectedCount`" },
    record: (tx, { params }, { tenantId }) => getInventory(tx, tenantId, params.id),
    check: (tx, { query }, { tenantId }, record) => {
      assertIdle(tx, record);
      const seen = preconditionOf(storage, tenantId, query.seen);
      const { expectedCount } = query;
      assertMatchingApprovable(tx, record, itemFilterOf(query, record), { seen, expectedCount });
    },
    makeJob({ params, query }, principal) {
      const seen = preconditionOf(storage, principal.tenantId, query.seen);
      const { input, ...approval } = lifecycleJob(APPROVE_ITEMS, principal, params.id, null, seen);
      const filter = itemFilterOf(query, getInventory(storage.db, principal.tenantId, params.id));
      return { ...approval, input: { ...input, filter } };
    },
    respond: (_, { params, language }, { tenantId }) => getDetail(storage.db, language, tenantId, params.id),
  });
}

/** The JSON of an object with more fields. */
const withFields = (body: string, fields: object) =>
  JSON.stringify({ ...(JSON.parse(body) as object), ...fields });

function commandEndpoint(
  name: TransitionName,
  { permission, summary, description }: TransitionRow,
): Endpoint {
  return command("PUT", `/api/inventories/{id}/${name}`, {
    operationId: `${name}Inventory`,
    permission,
    needsRecentLogin: permission === "manage",
    summary,
    ...(description !== undefined && { description }),
    params: { id: pathId() },
    response: InventoryDetail,
    errors: WRONG_STATE,
    record: (tx, { params }, { tenantId }) => getInventory(tx, tenantId, params.id),
    run(tx, { language }, principal, { record }) {
      applyTransition(tx, record, name, principal);
      const detail = getDetail(tx, language, principal.tenantId, record.oid);
      if (name !== "finish") return detail;
      return { ...detail, body: withFields(detail.body, { pending: countPending(tx, record) }) };
    },
  });
}

interface JobRow extends Pick<TransitionRow, "permission" | "summary" | "description" | "query"> {
  readonly makeJob: MakeJob;
  readonly to: State | null;
}
type Check = (tx: Tx, inventory: InventoryRecord, unchangedSince: number | null) => void;

function jobEndpoint(
  storage: Storage,
  name: string,
  { permission, summary, description, query, makeJob, to }: JobRow,
  check: Check,
): Endpoint {
  return job("PUT", `/api/inventories/{id}/${name}`, {
    operationId: `${name}Inventory`,
    permission,
    needsRecentLogin: true,
    summary,
    ...(description !== undefined && { description }),
    ...(query !== undefined && { query }),
    params: { id: pathId() },
    response: InventoryDetail,
    errors: WRONG_STATE,
    record: (tx, { params }, { tenantId }) => getInventory(tx, tenantId, params.id),
    check: (tx, { query: { seen } }, { tenantId }, record) =>
      check(tx, record, preconditionOf(storage, tenantId, seen)),
    makeJob: ({ params, query: { seen } }, principal) =>
      makeJob(principal, params.id, to, preconditionOf(storage, principal.tenantId, seen)),
    respond(overlaps, { params, language }, { tenantId }) {
      const detail = getDetail(storage.db, language, tenantId, params.id);
      return overlaps === null ? detail : { ...detail, body: withFields(detail.body, { overlaps }) };
    },
  });
}
