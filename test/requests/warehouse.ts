import { added } from "../articles/samples.ts";
import type { ApiResponse, Client } from "../harness/client.ts";
import type { TestServer } from "../harness/server.ts";

export const TRANSFERS = "/api/articletransfers";
/** Pieces by location. */
export type Stock = Readonly<Record<number, number>>;

/** A server with a requester and a decider, and their operations. */
export interface Site {
  readonly server: TestServer;
  readonly admin: Client;
  readonly manager: Client;
  readonly user: Client;
  /** Adds an article with these pieces. */
  anArticleAt(stock: Stock): Promise<number>;
  stockOf(articleId: number): Promise<Stock>;
  /** Requests the move of an article to location 8. */
  ask(as: Client, articleId: number, other?: object): Promise<ApiResponse>;
  /** A requested transfer of a new article. */
  aTransfer(stock?: Stock, other?: object, as?: Client): Promise<{ oid: number; articleId: number }>;
  decide(oid: number, how: "confirm" | "reject", body?: object, as?: Client): Promise<ApiResponse>;
  stateOf(oid: number): Promise<string>;
  /** The user's own figure and list of open transfers. */
  figure(): Promise<number>;
  mine(): Promise<number[]>;
}

/** What tests of requests do on this server. */
export function siteOn(server: TestServer): Site {
  const { admin, manager, user } = server;
  let next = 0;
  const site: Site = {
    server,
    admin,
    manager,
    user,
    async anArticleAt(stock) {
      const { oid } = await added(manager, `TR-${++next}`);
      const locations = Object.entries(stock).map(([id, quantity]) => ({ locationId: Number(id), quantity }));
      await manager.put(`/api/articles/${oid}/locations`, { locations });
      return oid;
    },
    async stockOf(articleId) {
      const { body } = await user.get(`/api/articles/${articleId}/locations`);
      const stock: { locationId: number; quantity: number }[] = body;
      return Object.fromEntries(stock.map(({ locationId, quantity }) => [locationId, quantity]));
    },
    ask: (as, articleId, other = {}) => as.post(TRANSFERS, { articleId, targetLocationId: 8, ...other }),
    async aTransfer(stock = { 4: 3 }, other = {}, as = user) {
      const response = await site.ask(as, await site.anArticleAt(stock), other);
      if (response.status !== 201) throw new Error(`not asked: ${response.text}`);
      return response.body;
    },
    decide: (oid, how, body, as = manager) => as.put(`${TRANSFERS}/${oid}/${how}`, body),
    stateOf: async (oid) => (await manager.get(`${TRANSFERS}/${oid}`)).body.state,
    figure: async () => (await user.get("/api/articles/my-stats/3")).body.openTransfers,
    async mine() {
      const { body } = await user.get("/api/articles/my-transfers/3");
      return body.map(({ oid }: { oid: number }) => oid);
    },
  };
  return site;
}
