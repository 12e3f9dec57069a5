import type { Dependencies } from "../../http/dependencies.ts";
import { command, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { pathId } from "../../http/endpoint/fields.ts";
import { shownOf } from "../../http/endpoint/response.ts";
import type { Locale } from "../../i18n/locales.ts";
import { dayAt } from "../../platform/clock.ts";
import type { Db } from "../../storage/database/statement.ts";
import { getInventory } from "../inventory.ts";
import { frameOf, removeFrame, saveFrame, warningsOf } from "./frame.ts";
import { GIVEN_FRAME, InventoryFrame } from "./shapes.ts";

const path = "/api/inventories/{id}/frame";

/** The frame of a stocktake: purpose, decisive day, method and committee, which the inventory list names. */
export function inventoryFrameRoutes({ storage, clock, config }: Dependencies): Endpoint[] {
  const { timeZone } = config;
  const one = { params: { id: pathId() } };
  const shown = (db: Db, language: Locale, tenantId: number, oid: number) => {
    const inventory = getInventory(db, tenantId, oid);
    const body = {
      ...frameOf(inventory),
      warnings: warningsOf(db, inventory, clock.iso(), timeZone, language),
    };
    // The warnings change with the company and from day to day.
    return { kind: "json" as const, body, version: { change: inventory.change, shown: shownOf(body) } };
  };
  return [
    query("GET", path, {
      operationId: "getInventoryFrame",
      permission: "manage",
      summary:
        "The frame of a stocktake: purpose, decisive day, method, committee, and what the law warns of",
      ...one,
      response: InventoryFrame,
      run: ({ params, language }, { tenantId }) => shown(storage.db, language, tenantId, params.id),
    }),
    command("PUT", path, {
      operationId: "updateInventoryFrame",
      permission: "manage",
      summary: "Replaces the frame of a stocktake, until it is closed or cancelled",
      description:
        "`decisiveDay` is a day of the site's time zone, at most today; null: not decided yet. `countBegunDT` and `countEndedDT` are for a count whose times the stocktake does not have, such as one on paper; null: they are those of the stocktake; absent: as they are. They change the warnings and the inventory list, not the quantities of the decisive day. A committee has exactly one `chair`; it may be empty. A person is a user (`userId`) or somebody else with a `name`. `responsible` is who is responsible for the assets. The inventory list (`GET /api/inventories/{id}/report?format=pdf`) has a place for the signature of each. The purpose `handover`, and no other one, needs `handover`: two persons, `from` and `to`, who sign too; `from` is the person whose articles are counted (`personId`), where there is one. Another frame revokes the approval of the stocktake. `warnings` are for year-end stocktakes of a company with `law` and `balanceSheetDay`, for a decisive day before the stock records begin, and for one that is not over; they prevent nothing.",
      ...one,
      body: GIVEN_FRAME,
      response: InventoryFrame,
      errors: { 400: "closed, cancelled or being worked on, or a field is invalid" },
      record: (tx, { params }, { tenantId }) => getInventory(tx, tenantId, params.id),
      run(tx, { body, language }, { tenantId }, { record }) {
        saveFrame(tx, record, body, dayAt(tx.now, timeZone));
        return shown(tx, language, tenantId, record.oid);
      },
    }),
    command("DELETE", path, {
      operationId: "deleteInventoryFrame",
      permission: "manage",
      summary: "Removes the frame of a stocktake, until it is closed or cancelled",
      description: "The removal of a frame revokes the approval of the stocktake.",
      ...one,
      errors: { 400: "closed, cancelled or being worked on" },
      record: (tx, { params }, { tenantId }) => getInventory(tx, tenantId, params.id),
      run: (tx, _, __, { record }) => removeFrame(tx, record),
    }),
  ];
}
