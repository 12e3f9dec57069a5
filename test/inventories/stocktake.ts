import type { ApiResponse, Client } from "../harness/client.ts";
import type { TestServer } from "../harness/server.ts";

// A warehouse of a test's own, made over HTTP, and stocktakes in it.

/** An item as the tests read it. */
export interface Item {
  readonly oid: number;
  readonly articleId: number;
  readonly locationId: number | null;
  readonly inventoryLocationId: number | null;
  readonly quantity: number;
  readonly inventoryQuantity: number | null;
  readonly isApproved: boolean;
  readonly isToRecount: boolean;
  readonly result?: string | null;
  readonly article: { readonly code: string };
}

/** Pieces of an article by the name of the place. */
export type Stock = Readonly<Record<string, number>>;

export interface Warehouse {
  readonly manager: Client;
  readonly user: Client;
  /** A location of its own below `below` (none: a root); gives its id. */
  place(name: string, below?: string): Promise<number>;
  /** The id of a place by its name. */
  at(name: string): number;
  /** An article with these pieces; gives its id. */
  article(code: string, stock: Stock, more?: object): Promise<number>;
  /** The id of an article by its code. */
  id(code: string): number;
  /** Says anew where an article is. */
  put(code: string, stock: Stock): Promise<void>;
  /** Where an article is now. */
  stock(code: string): Promise<Record<string, number>>;
  /** An inventory of these places, prepared and started; gives its id. */
  stocktake(places: readonly string[], more?: object): Promise<number>;
  /** An item by the article's code and, where there are several, the expected place. */
  item(inventory: number, code: string, place?: string): Promise<Item>;
  /** Counts an item: the quantity, or what else there is to say. */
  count(inventory: number, code: string, what: number | object, place?: string): Promise<Item>;
  /** Makes these moves one after the other; each must succeed. */
  move(inventory: number, ...moves: string[]): Promise<ApiResponse>;
}

/** A warehouse in tenant 1 of a box; nothing of the demo stands in its places. */
export async function createWarehouse(server: TestServer): Promise<Warehouse> {
  const [manager, user] = [await server.as("manager"), await server.as("user")];
  const places = new Map<string, number>();
  const articles = new Map<string, number>();
  const known = (map: ReadonlyMap<string, number>, name: string) => {
    const oid = map.get(name);
    if (oid === undefined) throw new Error(`nothing is called ${name}`);
    return oid;
  };
  const done = (answer: ApiResponse): ApiResponse => {
    if (answer.status < 300) return answer;
    throw new Error(`refused: ${answer.status} ${answer.text}`);
  };

  const warehouse: Warehouse = {
    manager,
    user,
    at: (name) => known(places, name),
    id: (code) => known(articles, code),
    async place(name, below) {
      const parentLocationId = below === undefined ? null : known(places, below);
      const { body } = done(await manager.post("/api/locations", { name, parentLocationId }));
      places.set(name, body.oid);
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
      const locations = Object.entries(stock).map(([name, quantity]) => ({
        locationId: known(places, name),
        quantity,
      }));
      done(await manager.put(`/api/articles/${known(articles, code)}/locations`, { locations }));
    },
    async stock(code) {
      const { body } = done(await manager.get(`/api/articles/${known(articles, code)}/locations`));
      const rows: { location: { name: string }; quantity: number }[] = body;
      return Object.fromEntries(rows.map(({ location, quantity }) => [location.name, quantity]));
    },
    async stocktake(names, more = {}) {
      const locationIds = names.map((name) => known(places, name));
      const { body } = done(await manager.post("/api/inventories", { name: "Ours", locationIds, ...more }));
      await warehouse.move(body.oid, "prepare", "start");
      return body.oid;
    },
    async item(inventory, code, place) {
      const { body } = done(await manager.get(`/api/inventories/${inventory}/items`));
      const items: Item[] = body;
      const found = items.filter(
        ({ articleId, locationId }) =>
          articleId === known(articles, code) && (place === undefined || locationId === known(places, place)),
      );
      const [item] = found;
      if (item === undefined || found.length > 1) throw new Error(`${found.length} items of ${code}`);
      return item;
    },
    async count(inventory, code, what, place) {
      const { oid } = await warehouse.item(inventory, code, place);
      const said = typeof what === "number" ? { inventoryQuantity: what } : what;
      return done(await user.put("/api/inventories/items/update", { oid, ...said })).body;
    },
    async move(inventory, ...moves) {
      let last: ApiResponse | null = null;
      for (const move of moves) last = done(await manager.put(`/api/inventories/${inventory}/${move}`));
      if (last === null) throw new Error("no move");
      return last;
    },
  };
  return warehouse;
}
