import type { ApiResponse, Client } from "../../harness/client.ts";
import type { TestServer } from "../../harness/server.ts";
import { createJpeg, type Part, send } from "../../photos/uploads.ts";
import { logInWithPassword } from "./log-in.ts";

// New records of the demo's first tenant, made over HTTP, so that a request never meets a record that another one has changed.

/** Begins each text of a new record, so that no other tenant reads it. In lower case, as in user names. */
export const SECRET = "confidential-4711";

/** A label that every printer of the demo's kinds can print as drawn. */
export const LAYOUT = {
  widthMm: 60,
  heightMm: 30,
  elements: [
    {
      id: "a",
      kind: "text",
      x: 2,
      y: 2,
      rotation: 0,
      widthMm: 50,
      heightMm: 8,
      text: `{{code}} ${SECRET}`,
      fontMm: 4,
      align: "left",
      isBold: false,
      wraps: false,
    },
  ],
};
export const TEMPLATE = `^XA^FO40,40^FD{{code}} ${SECRET}^FS^XZ`;
/** The type of printers that speak ZPL. */
export const ZPL = 3;
const STATES = ["prepare", "start", "finish", "process"] as const;
/** A stocktake in the state after this transition; "create": in preparation. */
export type Stage = "create" | (typeof STATES)[number];

/** Makes records as the demo's Admin. */
export interface Records {
  readonly server: TestServer;
  /** The demo's Admin, logged in by password a moment ago. */
  readonly admin: Client;
  readonly user: Client;
  /** A text that no other record has, which begins with `SECRET`. */
  unique(): string;
  article(): Promise<number>;
  /** An article with two pieces at a new location. */
  stocked(): Promise<{ articleId: number; locationId: number }>;
  location(): Promise<number>;
  /** A User with the password `a secret of words`. */
  person(): Promise<{ oid: number; userName: string }>;
  /** An entry of one of the lists, such as `articlecategories`. */
  entry(list: string): Promise<number>;
  printer(): Promise<number>;
  format(more?: object): Promise<number>;
  label(): Promise<number>;
  stocktake(stage: Stage): Promise<{ oid: number; items: readonly { oid: number }[]; locationId: number }>;
  file(path: string, parts: readonly Part[]): Promise<ApiResponse>;
  /** Sends a request that must succeed, and returns the body of its response. */
  made(response: Promise<ApiResponse>): Promise<ApiResponse["body"]>;
}

/** Opens the demo's warehouse on a server. */
export async function openRecords(server: TestServer): Promise<Records> {
  const admin = await logInWithPassword(server, "admin", "admin-demo");
  const user = await server.as("user");
  let count = 0;
  const unique = () => `${SECRET}-${++count}`;
  const made: Records["made"] = async (response) => {
    const { status, body, text } = await response;
    if (status >= 300) throw new Error(`${status} ${text}`);
    return body;
  };
  const post = async (path: string, body: object): Promise<number> =>
    (await made(admin.post(path, body))).oid;
  const article = () =>
    post("/api/articles", {
      code: unique(),
      name: unique(),
      serialNumber: unique(),
      categoryId: 1,
      typeId: 1,
      stateId: 1,
    });
  const location = () => post("/api/locations", { name: unique(), code: unique(), parentLocationId: null });
  const stocked = async () => {
    const [articleId, locationId] = [await article(), await location()];
    await made(
      admin.put(`/api/articles/${articleId}/locations`, { locations: [{ locationId, quantity: 2 }] }),
    );
    return { articleId, locationId };
  };
  const printer = () =>
    post("/api/printingprinters", {
      name: unique(),
      ipAddress: "127.0.0.1",
      port: 9,
      printerTypeId: ZPL,
      isActive: true,
    });
  const format = (more: object = { template: TEMPLATE, printerTypeId: ZPL }) =>
    post("/api/printingformats", { name: unique(), ...more });
  return {
    server,
    admin,
    user,
    unique,
    article,
    stocked,
    location,
    async person() {
      const userName = unique();
      const oid = await post("/api/users", {
        userName,
        firstName: unique(),
        lastName: unique(),
        roles: ["User"],
        password: "a secret of words",
      });
      return { oid, userName };
    },
    entry: (list) => post(`/api/${list}`, { name: unique() }),
    printer,
    format,
    label: async () =>
      post("/api/pda/printing/print", {
        articleId: 1,
        printerId: await printer(),
        labelFormatId: await format(),
      }),
    async stocktake(stage) {
      const { locationId } = await stocked();
      const oid = await post("/api/inventories", { name: unique(), locationId });
      let items: { oid: number }[] = [];
      for (const step of stage === "create" ? [] : STATES.slice(0, STATES.indexOf(stage) + 1)) {
        await made(admin.put(`/api/inventories/${oid}/${step}`));
        if (step !== "start") continue;
        items = await made(admin.get(`/api/inventories/${oid}/items`));
        await made(admin.put("/api/inventories/items/update", { oid: items[0]?.oid, inventoryQuantity: 1 }));
      }
      return { oid, items, locationId };
    },
    file: (path, parts) => send(admin, parts, {}, path),
    made,
  };
}

/** A part of a form: a photo. */
export async function photoPart(name = "photo"): Promise<Part> {
  return [name, { bytes: await createJpeg(), fileName: "photo.jpg" }];
}
