import { expect, onTestFinished } from "vitest";
import { setUp } from "../../src/access/setup/setup.ts";
import { startVirtualPrinter, type VirtualPrinter } from "../../src/demo/virtual-printer/printer.ts";
import { typeIdOf } from "../../src/printing/languages/printer-types.ts";
import type { ApiResponse, Client } from "../harness/client.ts";
import { type ServerOptions, startServer, type TestServer } from "../harness/server.ts";
import { sendOne } from "../inventories/count-requests.ts";
import { createJpeg, send, upload } from "../photos/uploads.ts";
import { Done, SHORT } from "../printing/queue/printers.ts";

// A new server with an Admin in each of two tenants, and every use of its sample data.

export interface NewServer {
  readonly server: TestServer;
  readonly admin: Client;
  /** The second tenant's. */
  readonly other: Client;
}

export async function startNewServer(options: ServerOptions = {}): Promise<NewServer> {
  const server = await startServer({ empty: true, printLimits: SHORT, ...options });
  const secrets = { passwordHash: null, pinHash: null };
  await server.appliance.dependencies.storage.write(null, (tx) => {
    setUp(tx, "Sklad", { userName: "jana", firstName: "Jana", lastName: "Nová", ...secrets }, "cs");
    setUp(tx, "Shop", { userName: "petr", firstName: "Petr", lastName: "Malý", ...secrets }, "cs");
  });
  return { server, admin: await server.as("jana"), other: await server.as("petr") };
}

/** The body of a successful response; throws for any other. */
export function done({ status, text, body }: ApiResponse) {
  expect(status, text).toBeLessThan(300);
  return body;
}

/** Adds a printer of the tenant's own that accepts every label; returns its id. */
export async function createPrinter(admin: Client): Promise<{ oid: number; printer: VirtualPrinter }> {
  const printer = await startVirtualPrinter({ language: "zpl" });
  onTestFinished(() => printer.close());
  const { address: ipAddress, port } = printer;
  const record = { name: "Dock", ipAddress, port, printerTypeId: typeIdOf("zpl") };
  return { oid: done(await admin.post("/api/printingprinters", record)).oid, printer };
}

interface Named {
  readonly oid: number;
  readonly name: string;
  readonly code: string;
}
/** The sample's record of a list by its name or code. */
export async function found(admin: Client, list: string, name: string): Promise<number> {
  const records: Named[] = done(await admin.get(`/api/${list}`));
  const [one] = records.filter((record) => record.name === name || record.code === name);
  if (one === undefined) throw new Error(`there is no ${name} among ${list}`);
  return one.oid;
}
export const articleOf = (admin: Client, number: string) => found(admin, "articles", `SAMPLE-${number}`);
export const locationOf = (admin: Client, code: string) => found(admin, "locations", `SAMPLE${code}`);

/** Tries everything with the sample: prints, photographs, moves, disposes, proposes, counts, closes. */
export async function tryAll(admin: Client, printerId: number): Promise<void> {
  const [drill, saw, far] = [
    await articleOf(admin, "0001"),
    await articleOf(admin, "0002"),
    await articleOf(admin, "0040"),
  ];
  const [rack, dispatch] = [await locationOf(admin, "-H-A-1"), await locationOf(admin, "-D")];
  done(await admin.put(`/api/articles/${drill}`, { name: "Přejmenovaná vrtačka" }));
  const photo = { bytes: await createJpeg(), fileName: "a.jpg" };
  const parts = [["articleId", String(drill)] as const, ["photo", photo] as const];
  done(await send(admin, parts, {}, "/api/photoarticle"));
  await printed(admin, await print(admin, printerId, drill), Done);
  const there = { fromLocationId: rack, toLocationId: dispatch, quantity: 1 };
  done(await admin.post(`/api/articles/${drill}/locations/move`, there));
  const asked = { articleId: saw, targetLocationId: dispatch };
  const transfer = done(await admin.post("/api/articletransfers", asked));
  done(await admin.put(`/api/articletransfers/${transfer.oid}/confirm`, {}));
  done(await admin.post("/api/articletransfers", { articleId: far, targetLocationId: rack }));
  const disposal = done(await admin.post("/api/articledisposals", { articleId: far }));
  done(await admin.put(`/api/articledisposals/${disposal.oid}/approve`));
  done(await admin.delete(`/api/articles/${await articleOf(admin, "0039")}`));
  await closeOne(admin, await found(admin, "inventories", STOCKTAKE), dispatch, far);
  const more = { name: "Ještě jedna", locationIds: [await locationOf(admin, "")] };
  const second = done(await admin.post("/api/inventories", more)).oid;
  done(await admin.put(`/api/inventories/${second}/prepare`));
  done(await admin.put(`/api/inventories/${second}/start`));
}
export const STOCKTAKE = "Sample stocktake: aisle A";

/** Prints a label of an article in the only format; returns the request's id. */
export async function print(admin: Client, printerId: number, articleId: number): Promise<number> {
  const [format] = done(await admin.get("/api/printingformats"));
  const label = { articleId, printerId, labelFormatId: format.oid };
  return done(await admin.post("/api/pda/printing/print", label)).oid;
}

/** Waits until a print request is in this state. */
export async function printed(admin: Client, oid: number, stateId: number): Promise<void> {
  const state = async () => (await admin.get(`/api/printrequests/${oid}`)).body.stateId;
  await expect.poll(state).toBe(stateId);
}

/** Counts a stocktake with photos, an unexpected article and an unknown code, and closes it. */
async function closeOne(
  admin: Client,
  inventory: number,
  location: number,
  unexpected: number,
): Promise<void> {
  for (const move of ["prepare", "start"]) done(await admin.put(`/api/inventories/${inventory}/${move}`));
  const [item, second] = done(await admin.get(`/api/inventories/${inventory}/items`));
  done(await admin.put("/api/inventories/items/update", { oid: item.oid, inventoryQuantity: 7 }));
  const disposed = { oid: second.oid, inventoryQuantity: 1, isDisposal: true };
  done(await admin.put("/api/inventories/items/update", disposed));
  done(await upload(admin, item.oid, await createJpeg()));
  const extra = { articleId: unexpected, inventoryQuantity: 1, inventoryLocationId: location };
  done(await admin.post(`/api/inventories/${inventory}/items`, extra));
  const unknown = await sendOne(admin, inventory, { code: "NOBODY", quantity: 1, locationId: location });
  expect(unknown.result).toBe("unknown");
  const photo = { bytes: await createJpeg(), fileName: "b.jpg" };
  const parts = [["operationId", unknown.operationId] as const, ["photo", photo] as const];
  done(await send(admin, parts, {}, "/api/photounknowncode"));
  for (const move of ["finish", "process", "approve", "close"])
    done(await admin.put(`/api/inventories/${inventory}/${move}`));
}

type Row = Readonly<Record<string, unknown>>;

/** Every row of every table. */
export function rowsOf({ appliance }: TestServer): Readonly<Record<string, readonly Row[]>> {
  const { db } = appliance.dependencies.storage;
  const all = <R>(sql: string) => db.query<R>({ sql, reads: [] }, []).all();
  const tables = all<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
  );
  const own = tables.filter(({ name }) => !name.startsWith("articleSearch_"));
  return Object.fromEntries(own.map(({ name }) => [name, all<Row>(`SELECT * FROM ${name}`)]));
}
