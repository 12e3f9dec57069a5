import { sqlite, statement } from "../../../src/storage/database/statement.ts";
import { adminByPassword } from "../../backup/copies.ts";
import { type NetworkProxy, startProxy } from "../../harness/network-proxy.ts";
import { startServer, type TestServer } from "../../harness/server.ts";
import { backup } from "../../security/backup-copy.ts";
import { INVENTORY } from "./core-count.ts";
import { type CoreTerminal, openCore } from "./core-terminal.ts";

/** Uma of the demo, by her PIN. */
export const UMA = { id: 3, pin: "3333" };

/** An operation in the terminal's outbox. */
export interface StoredOperation {
  readonly operationId: string;
  readonly state: string;
  readonly problem: string | null;
  readonly sentDT?: string;
  readonly ahead?: 1;
}

/** Opens a terminal that is paired, and has loaded a stocktake for a user. */
export async function openPaired(
  server: TestServer,
  proxy: NetworkProxy,
  name: string,
  inventoryId = INVENTORY,
  user = UMA,
): Promise<CoreTerminal> {
  const terminal = await openCore(proxy.url);
  await terminal.pair(server, name);
  await terminal.logInByPin(user.id, user.pin);
  await terminal.load(inventoryId);
  return terminal;
}

/** A server behind a proxy. */
export async function startRestorable(): Promise<{ server: TestServer; proxy: NetworkProxy }> {
  const server = await startServer();
  return { server, proxy: await startProxy(server.url) };
}

/** Copies the data now. Returns a function that restores the copy at the same address, and confirms everybody. */
export function backupOf(server: TestServer): () => Promise<void> {
  const putBack = backup(server);
  return async () => {
    await putBack({ PORT: String(server.appliance.port) });
    await (await adminByPassword(server)).put("/api/restore-confirmation", { all: true });
  };
}

const setUpAt = statement((p: { createdDT: string }) =>
  sqlite.updateTable("tenant").set({ createdDT: p.createdDT }),
);

/** Gives the server the data of another set-up, with the same ids and users. */
export async function changeInstallation({ appliance }: TestServer): Promise<void> {
  const { storage } = appliance.dependencies;
  await storage.write(null, (tx) => setUpAt.run(tx, { createdDT: "2001-01-01T00:00:00.000Z" }));
}

/** Restarts the server as if it had been set up at another time, with the same ids and users. */
export async function becomeAnotherInstallation(server: TestServer): Promise<void> {
  const { port } = server.appliance;
  await changeInstallation(server);
  await server.restart({ PORT: String(port) });
}

/** Logs Uma in after a restore, and waits until everything is sent and loaded again. */
export async function continueAfterRestore(terminal: CoreTerminal): Promise<void> {
  await terminal.logInByPin(UMA.id, UMA.pin);
  await settle(terminal);
}

/** Waits until nothing is to be sent, and the items are those of the server. */
export async function settle(terminal: CoreTerminal): Promise<void> {
  // The first round learns of the restore, the second one sends, the third one loads.
  for (let round = 0; round < 3; round++) await terminal.call("core.sendNow()");
  await terminal.until(
    `core.entriesIn("waiting", "sent").then((all) => all.every(({ state, ahead }) => state === "sent" && ahead === undefined))`,
  );
}

export const readOutbox = (terminal: CoreTerminal) =>
  terminal.call<readonly StoredOperation[]>(`core.db().then((db) => db.getAll("outbox"))`);

const strays = statement((p: { tenantId: number; inventoryId: number }) =>
  sqlite
    .selectFrom("article")
    .where("tenantId", "=", p.tenantId)
    .where("deleted", "=", 0)
    .where("code", "is not", null)
    .where("oid", "not in", ({ selectFrom }) =>
      selectFrom("inventoryItem").where("inventoryId", "=", p.inventoryId).select("articleId"),
    )
    .select("code")
    .limit(1),
);

/** The code of an article that the stocktake does not expect. */
export function strayCode(server: TestServer): string {
  const { db } = server.appliance.dependencies.storage;
  return strays.first(db, { tenantId: 1, inventoryId: INVENTORY })?.code ?? "";
}
