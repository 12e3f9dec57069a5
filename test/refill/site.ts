import type { OutgoingEventData } from "../../src/domain/outgoing-event-types.ts";
import { outgoingEventsAfter } from "../../src/outgoing-events/outgoing-events.ts";
import { added } from "../articles/samples.ts";
import type { ApiResponse, Client } from "../harness/client.ts";
import { eventually } from "../harness/eventually.ts";
import type { TestServer } from "../harness/server.ts";

export const RULES = "/api/refill-rules";
export const LIST = "/api/refill-list";

/** A server, its users, and what tests of minimum stock do. */
export interface RefillSite {
  readonly server: TestServer;
  readonly manager: Client;
  readonly user: Client;
  anArticle(more?: object): Promise<number>;
  aLocation(parentLocationId?: number | null): Promise<number>;
  setStock(articleId: number, quantities: Readonly<Record<number, number>>): Promise<void>;
  addRule(
    articleId: number,
    locationId: number | null,
    minimum: number,
    target?: number,
  ): Promise<ApiResponse>;
  /** The lines of an article, by location (null: everywhere): stock and missing pieces. */
  linesOf(articleId: number): Promise<Map<number | null, { stock: number; missing: number }>>;
  /** Resolves when everything is compared. */
  settled(): Promise<void>;
  /** The rules of the events refill.needed, oldest first. */
  events(): readonly number[];
  /** The data of these events. */
  eventData(): readonly OutgoingEventData["refill.needed"][];
}

/** What tests of minimum stock do on this server. */
export function refillSiteOn(server: TestServer): RefillSite {
  const { manager, user } = server;
  let next = 0;
  const eventData = (): readonly OutgoingEventData["refill.needed"][] =>
    outgoingEventsAfter(server.appliance.dependencies.storage.db, 1, 0, 10_000)
      .filter(({ type }) => type === "refill.needed")
      .map(({ data }) => JSON.parse(data));
  return {
    server,
    manager,
    user,
    anArticle: async (more = {}) => (await added(manager, `RF-${++next}`, { ...more })).oid,
    aLocation: async (parentLocationId = null) =>
      (await manager.post("/api/locations", { name: `RF ${++next}`, parentLocationId })).body.oid,
    async setStock(articleId, quantities) {
      const locations = Object.entries(quantities).map(([locationId, quantity]) => ({
        locationId: Number(locationId),
        quantity,
      }));
      const { status } = await manager.put(`/api/articles/${articleId}/locations`, { locations });
      if (status !== 200) throw new Error(`stock was not set: ${status}`);
    },
    addRule: (articleId, locationId, minimum, target) =>
      manager.post(RULES, { articleId, locationId, minimum, ...(target !== undefined && { target }) }),
    async linesOf(articleId) {
      const { body } = await user.get(`${LIST}?limit=500`);
      const items: { articleId: number; locationId: number | null; stock: number; missing: number }[] =
        body.items;
      return new Map(
        items
          .filter((item) => item.articleId === articleId)
          .map(({ locationId, stock, missing }) => [locationId, { stock, missing }]),
      );
    },
    settled: () =>
      eventually(() => {
        const { db } = server.appliance.dependencies.storage;
        const pending = db.query({ sql: "SELECT 1 FROM refillPending", reads: [] }, []).all();
        if (pending.length > 0) throw new Error("stock is still compared");
      }),
    events: () => eventData().map(({ ruleId }) => ruleId),
    eventData,
  };
}
