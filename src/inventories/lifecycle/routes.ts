import { z } from "zod";
import { msg } from "../../domain/message.ts";
import type { TransitionName } from "../../domain/transitions.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { type Endpoint, long, write } from "../../http/endpoint/endpoint.ts";
import { flag, id, pathId, rule, text } from "../../http/endpoint/fields.ts";
import { refuseOtherId } from "../../http/endpoint/parse.ts";
import { changeInventory, createInventory } from "../create.ts";
import { detailOf } from "../detail.ts";
import { applyTransition, inventoryOf } from "../inventory.ts";
import { preconditionField, preconditionOf } from "../items/precondition.ts";
import { InventoryDetail } from "../shapes.ts";
import type { JobResults, LifecycleJob } from "./lifecycle-worker.ts";

const MOST_PLACES = 1000;
const places = () =>
  z
    .array(id())
    .refine(
      ...rule(
        (ids: readonly number[]) => ids.length <= MOST_PLACES,
        msg(`must have at most ${MOST_PLACES} locations`, `smí obsahovat nejvýše ${MOST_PLACES} umístění`),
      ),
    )
    .meta({ maxItems: MOST_PLACES });

const PLACES =
  "`locationIds` are the chosen places, each with all below it; none: all places. `locationId` is the inventory's own place (where something unexpected is put that names no place) and one of the chosen ones; alone it stands for one, and a single chosen place is also the inventory's own.";

const CLOSING =
  "In one transaction. A found item's pieces move to `inventoryLocationId` (null: stay) with `inventoryQuantity`; pieces of one article at one place are added up; counted 0, or not found after a count: taken away; never counted: unchanged; found without a quantity: what is recorded stays. What was found unexpectedly moves from the article's place outside the inventory where there is exactly one, else it is added; what the record had there already is part of it. Where stock has moved since `prepare`: `keepCount` sets what was counted, `keepDifference` what is there now plus counted less expected, at least 0; undecided, what came after the count is added to it and what left is taken off, at least 0; pieces that were moved meanwhile to where they were then counted are not added twice. Articles deleted meanwhile are left as they are. Each item with `isDisposal` makes a disposal proposal in the name of who counted it, unless one waits. With `mustBeApproved` it needs the approval. Afterwards nothing changes it.";

const WRONG_STATE = {
  400: "the inventory is in a state that does not permit it; the message names the state",
};

/** The moves that change nothing but the state, and who may make them. */
const MOVES = {
  start: { may: "work", summary: "Starts the count: from Waiting for start and Paused to In progress" },
  postpone: { may: "work", summary: "Pauses the count: from In progress to Paused" },
  finish: { may: "work", summary: "Ends the count: from In progress to Finished" },
  process: { may: "manage", summary: "Begins with the results: from Finished to Processing of results" },
  cancel: { may: "manage", summary: "Gives up: from Preparation, Waiting for start and Paused to Cancelled" },
} as const satisfies Partial<Record<TransitionName, { may: "work" | "manage"; summary: string }>>;

/** The moves that need nothing said. */
type WholeMove = Exclude<keyof JobResults, "decide">;

interface LongMove {
  readonly summary: string;
  readonly description: string;
  /** Holds for the items as its caller has seen them, where the caller says so. */
  readonly query?: { readonly seen: ReturnType<typeof preconditionField> };
}

/** The moves that touch all items, all for Manager and Admin. */
const LONG_MOVES: Readonly<Record<WholeMove, LongMove>> = {
  prepare: {
    summary: "Makes the items: from Preparation to Waiting for start; from there again, anew",
    description:
      "One item for each article at each of the chosen places and below, with the quantity and the price of this moment; articles that are deleted or disposed of are left out. Made anew, items have new ids; photos go over to the new item of the same article and place, else to the article. `overlaps` names the open inventories (Waiting for start to Processing of results) that expect some of the same articles at the same places: closing one of them marks the items whose stock it moves in the others.",
  },
  approve: {
    summary: "Approves the results and all items, while they are processed",
    description: "A second time changes nothing. Approving without need is allowed.",
    query: { seen: preconditionField() },
  },
  reopen: {
    summary: "Goes on counting: from Finished and Processing of results to In progress",
    description: "All approvals fall. Counts that came late are applied now.",
  },
  close: {
    summary: "Closes the stocktake and applies its results: from Processing of results to Closed",
    description: CLOSING,
    query: { seen: preconditionField() },
  },
};

/** Making inventories and moving them on (contract 4.6; decisions, Added paths of the inventory's life). */
export function transitionRoutes({ storage }: Dependencies): Endpoint[] {
  const { db } = storage;
  const longMoves = (Object.keys(LONG_MOVES) as WholeMove[]).map((move) =>
    long(
      "PUT",
      `/api/inventories/{id}/${move}`,
      {
        operationId: `${move}Inventory`,
        may: "manage",
        needsRecentLogin: true,
        ...LONG_MOVES[move],
        params: { id: pathId() },
        reply: InventoryDetail,
        refusals: WRONG_STATE,
        record: (db, { params }, { tenantId }) => inventoryOf(db, tenantId, params.id),
      },
      ({ params, query }, caller, ifChange) => ({
        module: new URL("./lifecycle-worker.ts", import.meta.url),
        data: {
          move,
          inventoryId: params.id,
          caller,
          ifChange,
          seenTo: preconditionOf(storage, caller.tenantId, query.seen),
        } satisfies LifecycleJob,
      }),
      (overlaps: JobResults[typeof move], { params, language }, { tenantId }) => {
        const { body, version } = detailOf(db, language, tenantId, params.id);
        if (overlaps === undefined) return { body, version };
        return { body: `${body.slice(0, -1)},"overlaps":${JSON.stringify(overlaps)}}`, version };
      },
    ),
  );
  const moves = Object.entries(MOVES).map(([move, declared]) =>
    write(
      "PUT",
      `/api/inventories/{id}/${move}`,
      {
        ...declared,
        operationId: `${move}Inventory`,
        needsRecentLogin: declared.may === "manage",
        params: { id: pathId() },
        reply: InventoryDetail,
        refusals: WRONG_STATE,
        record: (tx, { params }, { tenantId }) => inventoryOf(tx, tenantId, params.id),
      },
      (tx, { language }, { tenantId, userId }, { record }) => {
        applyTransition(tx, record, move as keyof typeof MOVES, userId);
        return detailOf(tx, language, tenantId, record.oid);
      },
    ),
  );

  return [
    write(
      "POST",
      "/api/inventories",
      {
        operationId: "createInventory",
        may: "manage",
        summary: "Adds an inventory in Preparation",
        description: `${PLACES} With \`isBlind\` role User does not see the expected quantities until it is closed.`,
        status: 201,
        body: {
          name: text(),
          locationId: id().nullable().optional(),
          locationIds: places().nullable().optional(),
          mustBeApproved: flag().optional(),
          isBlind: flag().optional(),
        },
        reply: InventoryDetail,
      },
      (tx, { body, language }, caller) => {
        const oid = createInventory(tx, caller, body);
        return {
          ...detailOf(tx, language, caller.tenantId, oid),
          location: `/api/inventories/${oid}`,
        };
      },
    ),
    write(
      "PUT",
      "/api/inventories/{id}",
      {
        operationId: "updateInventory",
        may: "manage",
        summary: "Changes an inventory that is in Preparation: what is absent stays",
        description: `${PLACES} \`locationId\` without \`locationIds\`: the same again changes nothing, null takes away that place alone.`,
        params: { id: pathId() },
        body: {
          oid: id().optional(),
          name: text().optional(),
          locationId: id().nullable().optional(),
          locationIds: places().nullable().optional(),
          mustBeApproved: flag().optional(),
          isBlind: flag().optional(),
        },
        reply: InventoryDetail,
        refusals: { 400: "not in Preparation, ids differ, or a field is at fault" },
        record: (tx, { params, body }, { tenantId }) => {
          refuseOtherId(body.oid, params.id);
          return inventoryOf(tx, tenantId, params.id);
        },
      },
      (tx, { body, language }, { tenantId }, { record }) => {
        changeInventory(tx, record, body);
        return detailOf(tx, language, tenantId, record.oid);
      },
    ),
    ...moves,
    ...longMoves,
  ];
}
