import { outgoingEventsAfter } from "../../src/outgoing-events/outgoing-events.ts";
import { added } from "../articles/samples.ts";
import type { ApiResponse, Client } from "../harness/client.ts";
import type { TestServer } from "../harness/server.ts";
import { pairBy } from "../security/terminal.ts";

export const CUSTODIES = "/api/custodies";
export const UMA = { id: 3, fullName: "Uma Svoboda" };
export const MAX = { id: 2, fullName: "Max Dvorak" };
/** Strokes in the field of a signature. */
export const SIGNATURE = "M10 20L30 40L31 42M5 5L6 6";

/** A shared terminal on which users 2 and 3 have logged in. */
export interface Terminal {
  readonly id: number;
  /** Without a login. */
  readonly client: Client;
}

/** A server, its users, and what tests of custody do. */
export interface Site {
  readonly server: TestServer;
  readonly admin: Client;
  readonly manager: Client;
  readonly user: Client;
  anArticle(): Promise<number>;
  handOut(articleId: number, userId: number, more?: object, as?: Client): Promise<ApiResponse>;
  takeBack(oid: number, body?: object, as?: Client): Promise<ApiResponse>;
  /** The open custody of an article; undefined: none. */
  openOf(articleId: number): Promise<{ readonly oid: number; readonly userId: number } | undefined>;
  pair(name: string): Promise<Terminal>;
  /** The types of the events of custody, oldest first. */
  events(): readonly string[];
}

/** What tests of custody do on this server. */
export function siteOn(server: TestServer): Site {
  const { admin, manager, user } = server;
  let next = 0;
  return {
    ...{ server, admin, manager, user },
    anArticle: async () => (await added(manager, `CU-${++next}`)).oid,
    handOut: (articleId, userId, more = {}, as = user) => as.post(CUSTODIES, { articleId, userId, ...more }),
    takeBack: (oid, body = {}, as = user) => as.put(`${CUSTODIES}/${oid}/end`, body),
    openOf: async (articleId) => (await user.get(`${CUSTODIES}?state=open&articleId=${articleId}`)).body[0],
    async pair(deviceName) {
      const { device, deviceTokenId, pin } = await pairBy(server, admin, { kind: "terminal" }, deviceName);
      await pin(2, "2222");
      await pin(3, "3333");
      return { id: deviceTokenId, client: device };
    },
    events: () =>
      outgoingEventsAfter(server.appliance.dependencies.storage.db, 1, 0, 10_000)
        .map(({ type }) => type)
        .filter((type) => type.startsWith("custody.")),
  };
}

let operations = 0;

/** A hand-over or return as a terminal sends it, by default of now and in the name of user 2. */
export function operationOf(
  kind: "start" | "end",
  articleId: number,
  userId: number | null,
  more: object = {},
) {
  return {
    operationId: `op-${++operations}`,
    ...{ kind, articleId, userId, authorId: 2 },
    at: new Date().toISOString(),
    ...more,
  };
}

/** Sends an operation; returns the response. */
export const send = (as: Client, operation: object) => as.post(`${CUSTODIES}/operations`, operation);
