import { z } from "zod";
import { MAX_PIECES } from "../domain/counting/fold.ts";
import { msg } from "../domain/message.ts";
import { assertPermission } from "../domain/roles.ts";
import { fold } from "../domain/text-folding.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { command, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import {
  flag,
  id,
  integer,
  lines,
  pathId,
  price,
  queryFlag,
  queryTime,
  rule,
  searched,
  text,
} from "../http/endpoint/fields.ts";
import { assertSameId } from "../http/endpoint/parse.ts";
import { idOperator, parseIdFilter, textOperator } from "../http/endpoint/search-params.ts";
import { listInMainThread } from "../storage/database/json.ts";
import { accuracySince } from "./accuracy.ts";
import { changeInventory, createInventory } from "./create.ts";
import { assertIdle, getDetail, getInventory } from "./inventory.ts";
import { waiveSecondCounts } from "./rule.ts";
import { Inventory, InventoryAccuracy, InventoryDetail } from "./shapes.ts";
import * as store from "./store.ts";

const MAX_LOCATIONS = 1000;
const locationIds = () =>
  z
    .array(id())
    .refine(
      ...rule(
        (ids: readonly number[]) => ids.length <= MAX_LOCATIONS,
        msg("must have at most {max} locations", {
          max: MAX_LOCATIONS,
        }),
      ),
    )
    .meta({ maxItems: MAX_LOCATIONS });

/** Limits of the second count; the value is in ten-thousandths. */
const secondCount = () =>
  z.object({
    pieces: integer(0, MAX_PIECES).nullable().optional(),
    percent: integer(0, 100).nullable().optional(),
    value: price().nullable().optional(),
  });
const rules = () => ({
  counterId: id().nullable().optional(),
  personId: id().nullable().optional(),
  secondCount: secondCount().nullable().optional(),
});
const RULES =
  "`counterId` is who is to count: a wish, which nothing enforces. With `personId`, `prepare` creates items only for the articles that this user has (`userId`) or is responsible for (`responsibleUserId`; without one that of the nearest location), as a count plan of the kind `person` does; null: for everybody's. With `secondCount` an item whose count differs from the record by more than one of the limits must be counted by another person before the close; `secondCount` replaces all limits, null removes them.";

const LOCATIONS =
  "`locationIds` are the selected locations, each with all locations below it; none: all locations. `locationId` is the inventory's own location: unexpected items without a location go there. It is also a selected location. Without `locationIds` it is the only one. A single selected location becomes the inventory's own.";

/** Triggers withdraw the approval of an inventory with the decision on an item. */
const LIST_TABLES = ["inventory", "inventoryRule", "user", "inventoryItem"] as const;

/** Lists, creates and changes inventories (contract 4.6). */
export function inventoryRoutes({ storage }: Dependencies): Endpoint[] {
  const { db } = storage;

  return [
    query("GET", "/api/inventories", {
      operationId: "listInventories",
      permission: "terminal",
      summary: "The inventories that are neither Closed nor Cancelled; with `includeClosed=true` all",
      query: { includeClosed: queryFlag().optional() },
      response: z.array(Inventory),
      tables: LIST_TABLES,
      run({ query }, principal) {
        if (query.includeClosed) assertPermission(principal, "work");
        const { tenantId } = principal;
        return {
          kind: "json",
          body: listInMainThread(db, query.includeClosed ? store.all : store.openInventories, { tenantId }),
        };
      },
    }),
    query("GET", "/api/inventories/findById", {
      operationId: "findInventoriesById",
      permission: "work",
      summary: "Inventories by id, Closed and Cancelled included",
      query: { id: searched(), filterOp: idOperator() },
      response: z.array(Inventory),
      tables: LIST_TABLES,
      run({ query }, { tenantId }) {
        const filter = parseIdFilter(query.id, query.filterOp);
        const found = filter && store.byId.get(filter.operator);
        if (!filter || !found) return { kind: "json", body: [] };
        return {
          kind: "json",
          body: listInMainThread(db, found, { tenantId, number: filter.number, digits: filter.digits }),
        };
      },
    }),
    query("GET", "/api/inventories/findByName", {
      operationId: "findInventoriesByName",
      permission: "work",
      summary: "Inventories by name, Closed and Cancelled included",
      query: { name: searched(), filterOp: textOperator("Contains") },
      response: z.array(Inventory),
      tables: LIST_TABLES,
      run({ query }, { tenantId }) {
        const found = store.byName.get(query.filterOp);
        if (!found) throw new Error(`no statement for ${query.filterOp}`);
        return { kind: "json", body: listInMainThread(db, found, { tenantId, value: fold(query.name) }) };
      },
    }),
    query("GET", "/api/inventories/accuracy", {
      operationId: "listInventoryAccuracy",
      permission: "manage",
      summary: "What closed inventories have found of the records, oldest first",
      description:
        "A record is an article at a location. Its pieces at the time of the count are compared: those that moved there before are part of it. `wrongItems` were not found there, or in another quantity; `notCounted` were not counted. `pieces` and `value` are those of the counted items, `wrongPieces` and `wrongValue` the sums of their differences without the sign; `otherUnits` has those of articles that are not counted in pieces. Articles that were found where no record was are not part of it. The last 1000 inventories since `since`.",
      query: { since: queryTime().optional() },
      response: z.array(InventoryAccuracy),
      tables: ["inventoryAccuracy", "inventory", "inventorySample"],
      run: ({ query: { since = "" } }, { tenantId }) => ({
        kind: "json",
        body: listInMainThread(db, accuracySince, { tenantId, since }),
      }),
    }),
    command("PUT", "/api/inventories/{id}/waive-second-counts", {
      operationId: "waiveSecondCounts",
      permission: "manage",
      needsRecentLogin: true,
      summary:
        "Lets an inventory be closed without its open second counts, from Finished to Processing of results",
      params: { id: pathId() },
      body: { reason: lines() },
      response: InventoryDetail,
      errors: { 400: "in another state, being worked on, or no second counts are open to be waived" },
      record: (tx, { params }, { tenantId }) => getInventory(tx, tenantId, params.id),
      run(tx, { body, language }, principal, { record }) {
        assertIdle(tx, record);
        waiveSecondCounts(tx, record, principal, body.reason);
        return getDetail(tx, language, principal.tenantId, record.oid);
      },
    }),
    command("POST", "/api/inventories", {
      operationId: "createInventory",
      permission: "manage",
      summary: "Adds an inventory in Preparation",
      description: `${LOCATIONS} With \`isBlind\` role User does not see the expected quantities until it is closed. ${RULES}`,
      status: 201,
      body: {
        name: text(),
        locationId: id().nullable().optional(),
        locationIds: locationIds().nullable().optional(),
        mustBeApproved: flag().optional(),
        isBlind: flag().optional(),
        ...rules(),
      },
      response: InventoryDetail,
      run(tx, { body, language }, principal) {
        const oid = createInventory(tx, principal, body);
        return getDetail(tx, language, principal.tenantId, oid);
      },
    }),
    command("PUT", "/api/inventories/{id}", {
      operationId: "updateInventory",
      permission: "manage",
      summary: "Changes an inventory in Preparation",
      description: `Absent properties keep their value. ${LOCATIONS} \`locationId\` without \`locationIds\`: the present value changes nothing, null removes only that location. ${RULES}`,
      params: { id: pathId() },
      body: {
        oid: id().optional(),
        name: text().optional(),
        locationId: id().nullable().optional(),
        locationIds: locationIds().nullable().optional(),
        mustBeApproved: flag().optional(),
        isBlind: flag().optional(),
        ...rules(),
      },
      response: InventoryDetail,
      errors: { 400: "not in Preparation, being prepared, ids differ, or a field is invalid" },
      record: (tx, { params, body }, { tenantId }) => {
        assertSameId(body.oid, params.id);
        return getInventory(tx, tenantId, params.id);
      },
      run(tx, { body, language }, { tenantId }, { record }) {
        changeInventory(tx, record, body);
        return getDetail(tx, language, tenantId, record.oid);
      },
    }),
  ];
}
