import { expect } from "vitest";
import { insertPart } from "../../../src/inventories/seal/store.ts";
import { markAsSample, removeMarks } from "../../../src/sample/records.ts";
import { deleteFrom } from "../../../src/storage/database/table-statements.ts";
import type { WriteOptions } from "../../../src/storage/database/transaction.ts";
import type { ApiResponse, Client } from "../../harness/client.ts";
import { eventually } from "../../harness/eventually.ts";
import type { TestServer } from "../../harness/server.ts";
import { createWarehouse } from "../stocktake.ts";

/** Closes a stocktake with a shortage, and waits for its record; returns its id. */
export async function closeStocktake(server: TestServer, name = "Roční inventura"): Promise<number> {
  const warehouse = createWarehouse(server);
  const shelf = `Regál Ž ${name}`;
  await warehouse.addLocation(shelf);
  await warehouse.article(`SAW ${name}`, { [shelf]: 7 }, { price: 12.5, name: "Žlutá pila" });
  const id = await warehouse.stocktake([shelf], { name });
  await warehouse.count(id, `SAW ${name}`, 3);
  await warehouse.move(id, "finish", "process", "close");
  await sealed(server.manager, id);
  return id;
}

/** A file of a sealed record, as the API tells of it. */
export interface File {
  readonly format: string;
  readonly sealedDT: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly signature: string;
  readonly publicKey: string;
}

/** Waits until both files of the record are made; returns them, JSON first. */
export function sealed(manager: Client, id: number): Promise<readonly [json: File, pdf: File]> {
  return eventually(async () => {
    const { body } = await manager.get(`/api/inventories/${id}/seal`);
    expect(body.files).toHaveLength(2);
    return body.files;
  });
}

/** A file of a record. */
export async function fileOf(manager: Client, id: number, format: "json" | "pdf"): Promise<Buffer> {
  const { bytes } = await manager.get(`/api/inventories/${id}/seal?format=${format}`);
  return bytes;
}

/** Asks the server whether a file is a sealed record. */
export function checkFile(client: Client, bytes: Uint8Array): Promise<ApiResponse> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)]), "record");
  return client.send("POST", "/api/seals/check", form);
}

/** The file with the first of this text replaced by one of the same length. */
export function replaced(bytes: Buffer, text: string, by: string): Buffer {
  const at = bytes.indexOf(text);
  if (at === -1 || text.length !== by.length) throw new Error(`no place for ${by}`);
  const copy = Buffer.from(bytes);
  copy.write(by, at);
  return copy;
}

/** Brings the record back to where a file is not sealed, but a part of it is stored. */
export async function removeSeal(
  server: TestServer,
  id: number,
  format: "json" | "pdf",
  options: WriteOptions = {},
): Promise<void> {
  const { storage } = server.appliance.dependencies;
  const key = { tenantId: 1, inventoryId: id, format };
  await storage.write(
    1,
    (tx) => {
      // Seals of sample data alone can be removed.
      markAsSample(tx, 1, "inventory", id);
      unseal.run(tx, key);
      removeMarks(tx, 1);
      insertPart.run(tx, { ...key, number: 99, content: Buffer.of(0) });
    },
    options,
  );
}
const unseal = deleteFrom("inventorySeal", ["tenantId", "inventoryId", "format"]);
