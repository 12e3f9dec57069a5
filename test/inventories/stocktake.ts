import type { InventoryItem } from "../../src/web/api/types/endpoints.d.ts";
import type { ApiResponse, Client } from "../harness/client.ts";
import { type ServerOptions, sharedServer, startServer, type TestServer } from "../harness/server.ts";

// A warehouse for one test, made over HTTP, and its stocktakes.

/** Pieces of an article by the name of the location. */
export type Stock = Readonly<Record<string, number>>;

export interface Warehouse {
  readonly manager: Client;
  readonly user: Client;
  /** Adds a location below `below` (a root without it); returns its id. */
  addLocation(name: string, below?: string): Promise<number>;
  /** The id of a location by its name. */
  at(name: string): number;
  /** Adds an article with these pieces; returns its id. */
  article(code: string, stock: Stock, more?: object): Promise<number>;
  /** The id of an article by its code. */
  id(code: string): number;
  /** Sets an article's stock. */
  put(code: string, stock: Stock): Promise<void>;
  /** Where an article is now. */
  stock(code: string): Promise<Record<string, number>>;
  /** Adds an inventory of these locations, prepared and started; returns its id. */
  stocktake(locations: readonly string[], more?: object): Promise<number>;
  /** An item by the article's code and, where there are several, the expected location. */
  item(inventory: number, code: string, location?: string): Promise<InventoryItem>;
  /** Counts an item: a quantity, or other properties. */
  count(inventory: number, code: string, what: number | object, location?: string): Promise<InventoryItem>;
  /** Makes these moves one after the other; each must succeed. */
  move(inventory: number, ...moves: string[]): Promise<ApiResponse>;
  /** This warehouse on a server with a copy of the data folder. */
  on(server: TestServer): Warehouse;
}

/** The ids of locations and articles by their names and codes. */
interface Ids {
  readonly locations: Map<string, number>;
  readonly articles: Map<string, number>;
}

/** A server, and a warehouse there with these locations. */
export async function startWarehouse(
  names: readonly string[] = [],
  options: ServerOptions = {},
): Promise<{ server: TestServer; warehouse: Warehouse }> {
  const server = await startServer(options);
  const warehouse = createWarehouse(server);
  for (const name of names) await warehouse.addLocation(name);
  return { server, warehouse };
}

/** The same for all tests of a file, without locations. */
export function sharedWarehouse(options: ServerOptions = {}): { server: TestServer; warehouse: Warehouse } {
  const server = sharedServer(options);
  return { server, warehouse: createWarehouse(server) };
}

/** A warehouse in tenant 1 of a server, with locations of its own. */
export function createWarehouse(
  server: TestServer,
  { locations, articles }: Ids = { locations: new Map(), articles: new Map() },
): Warehouse {
  const { manager, user } = server;
  const known = (map: ReadonlyMap<string, number>, name: string) => {
    const oid = map.get(name);
    if (oid === undefined) throw new Error(`nothing is called ${name}`);
    return oid;
  };
  const done = (response: ApiResponse): ApiResponse => {
    if (response.status < 300) return response;
    throw new Error(`refused: ${response.status} ${response.text}`);
  };

  const warehouse: Warehouse = {
    manager,
    user,
    at: (name) => known(locations, name),
    id: (code) => known(articles, code),
    async addLocation(name, below) {
      const parentLocationId = below === undefined ? null : known(locations, below);
      const { body } = done(await manager.post("/api/locations", { name, parentLocationId }));
      locations.set(name, body.oid);
      return body.oid;
    },
    async article(code, stock, more = {}) {
      const article = { code, name: `Article ${code}`, categoryId: 1, typeId: 1, stateId: 2, ...more };
      const { body } = done(await manager.post("/api/articles", article));
      articles.set(code, body.oid);
      await warehouse.put(code, stock);
      return body.oid;
    },
    async put(code, stock) {
      const entries = Object.entries(stock).map(([name, quantity]) => ({
        locationId: known(locations, name),
        quantity,
      }));
      done(await manager.put(`/api/articles/${known(articles, code)}/locations`, { locations: entries }));
    },
    async stock(code) {
      const { body } = done(await manager.get(`/api/articles/${known(articles, code)}/locations`));
      const rows: { location: { name: string }; quantity: number }[] = body;
      return Object.fromEntries(rows.map(({ location, quantity }) => [location.name, quantity]));
    },
    async stocktake(names, more = {}) {
      const locationIds = names.map((name) => known(locations, name));
      const { body } = done(await manager.post("/api/inventories", { name: "Ours", locationIds, ...more }));
      await warehouse.move(body.oid, "prepare", "start");
      return body.oid;
    },
    async item(inventory, code, location) {
      const { body } = done(await manager.get(`/api/inventories/${inventory}/items`));
      const items: InventoryItem[] = body;
      const found = items.filter(
        ({ articleId, locationId }) =>
          articleId === known(articles, code) &&
          (location === undefined || locationId === known(locations, location)),
      );
      const [item] = found;
      if (item === undefined || found.length > 1) throw new Error(`${found.length} items of ${code}`);
      return item;
    },
    async count(inventory, code, what, location) {
      const { oid } = await warehouse.item(inventory, code, location);
      const fields = typeof what === "number" ? { inventoryQuantity: what } : what;
      return done(await user.put("/api/inventories/items/update", { oid, ...fields })).body;
    },
    async move(inventory, ...moves) {
      let last: ApiResponse | null = null;
      for (const move of moves) last = done(await manager.put(`/api/inventories/${inventory}/${move}`));
      if (last === null) throw new Error("no move");
      return last;
    },
    on: (copy) => createWarehouse(copy, { locations: new Map(locations), articles: new Map(articles) }),
  };
  return warehouse;
}
