import fc from "fast-check";
import type { ApiResponse, Client } from "../harness/client.ts";
import type { TestServer } from "../harness/server.ts";
import { createOperation, send } from "../inventories/count-requests.ts";
import { createWarehouse, type Warehouse } from "../inventories/stocktake.ts";
import { endOf, type ShownJob } from "../jobs/waiting.ts";

// Random edits of the records of the change feed, over HTTP.

const CODES = ["F1", "F2", "F3"] as const;
const number = fc.nat({ max: 9 });
const code = fc.constantFrom(...CODES);

/** A random edit. */
export const anyEdit = fc.oneof(
  fc.record({ kind: fc.constant("edit" as const), code, number }),
  fc.record({ kind: fc.constant("addAndDelete" as const), number }),
  fc.record({ kind: fc.constant("stock" as const), code, number }),
  fc.record({ kind: fc.constant("count" as const), code, number }),
  fc.record({ kind: fc.constant("transfer" as const), code, number }),
  fc.record({ kind: fc.constant("list" as const), number }),
  fc.record({ kind: fc.constant("location" as const), number }),
  fc.record({ kind: fc.constant("user" as const), number }),
  fc.record({ kind: fc.constant("bulk" as const), number }),
  fc.record({ kind: fc.constant("generation" as const) }),
  fc.record({ kind: fc.constant("other" as const), number }),
  fc.record({ kind: fc.constant("undo" as const) }),
);
export type Edit = typeof anyEdit extends fc.Arbitrary<infer T> ? T : never;

/** Throws unless the request has succeeded. */
function done(response: ApiResponse): ApiResponse {
  if (response.status >= 300) throw new Error(`${response.status}: ${response.text}`);
  return response;
}

/** A warehouse whose records can be edited at random. */
export class EditedWarehouse {
  readonly #server: TestServer;
  readonly #warehouse: Warehouse;
  readonly #admin: Client;
  readonly #inventory: number;
  /** Number of records that were added, for names that are not taken. */
  #added = 0;

  private constructor(server: TestServer, warehouse: Warehouse, admin: Client, inventory: number) {
    this.#server = server;
    this.#warehouse = warehouse;
    this.#admin = admin;
    this.#inventory = inventory;
  }

  static async create(server: TestServer): Promise<EditedWarehouse> {
    const warehouse = createWarehouse(server);
    for (const name of ["Feed A", "Feed B"]) await warehouse.addLocation(name);
    for (const each of CODES) await warehouse.article(each, { "Feed A": 3 });
    const inventory = await warehouse.stocktake(["Feed A"]);
    return new EditedWarehouse(server, warehouse, server.admin, inventory);
  }

  get manager(): Client {
    return this.#warehouse.manager;
  }

  async edit(one: Edit): Promise<void> {
    const warehouse = this.#warehouse;
    const admin = this.#admin;
    const { manager } = warehouse;
    switch (one.kind) {
      case "edit": {
        const body = { name: `Name ${one.number}`, price: one.number / 4, code: one.code };
        done(await manager.put(`/api/articles/${warehouse.id(one.code)}`, body));
        return;
      }
      case "addAndDelete": {
        const body = { code: `N${this.#added++}`, name: "New", categoryId: 1, typeId: 1, stateId: 2 };
        const { oid } = done(await manager.post("/api/articles", body)).body;
        if (one.number % 2 === 0) done(await manager.delete(`/api/articles/${oid}`));
        return;
      }
      case "stock":
        return warehouse.put(one.code, { "Feed A": one.number, "Feed B": one.number % 3 });
      case "count": {
        const count = { code: one.code, locationId: warehouse.at("Feed A"), inventoryQuantity: one.number };
        done(await send(manager, this.#inventory, [createOperation(count)]));
        return;
      }
      case "transfer": {
        const body = { articleId: warehouse.id(one.code), targetLocationId: warehouse.at("Feed B") };
        done(await manager.post("/api/articletransfers", { ...body, note: `Note ${one.number}` }));
        return;
      }
      case "list":
        done(await admin.post("/api/articlecategories", { name: `Category ${this.#added++}` }));
        return;
      case "location":
        done(
          await manager.put(`/api/locations/${warehouse.at("Feed B")}`, {
            name: "Feed B",
            code: `L${one.number}`,
          }),
        );
        return;
      case "user":
        done(await admin.put("/api/users/3", { firstName: `Ursula ${one.number}` }));
        return;
      case "bulk": {
        const ids = CODES.map((each) => warehouse.id(each));
        done(
          await manager.put("/api/articles/bulk-edit", { ids, changes: { stateId: 1 + (one.number % 2) } }),
        );
        return;
      }
      case "other": {
        const location = { name: `Other ${one.number}` };
        done(await (await this.#server.as("admin2")).post("/api/locations", location));
        return;
      }
      case "undo": {
        const jobs: readonly ShownJob[] = (await manager.get("/api/jobs")).body;
        const path = `/api/jobs/${jobs.find(({ undoUntil }) => undoUntil !== null)?.id}`;
        if ((await manager.post(`${path}/undo`)).status < 300) await endOf(manager, path);
        return;
      }
      case "generation":
        return this.#server.appliance.dependencies.storage.rotate();
    }
  }
}
