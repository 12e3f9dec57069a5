import { gunzipSync } from "node:zlib";
import { Unavailable } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Db } from "../../storage/database/statement.ts";
import type { InventoryRecord } from "../inventory.ts";
import type { Seal, SealedFormat } from "./seal-file.ts";
import * as store from "./store.ts";

/** Selects a sealed file. */
export interface SealedFileKey {
  readonly tenantId: number;
  readonly inventoryId: number;
  readonly format: SealedFormat;
}

/** Whether a closed inventory gets a record. A close before there were seals kept no company. */
export const getsRecord = ({ company }: { readonly company: string | null }): boolean => company !== null;

/** A stored seal: when it was made, and the bytes of the file. */
export type StoredSeal = NonNullable<ReturnType<typeof store.seal.first>>;

/** The seal of a file; null: it is not sealed (yet). */
export function findSeal(db: Db, key: SealedFileKey): StoredSeal | null {
  return store.seal.first(db, key);
}

/** The seal of a closed inventory's record as JSON; null: it gets no record. Throws Unavailable while it is being sealed. */
export function sealOfRecord(
  db: Db,
  { tenantId, oid: inventoryId, company }: Pick<InventoryRecord, "tenantId" | "oid" | "company">,
): StoredSeal | null {
  if (!getsRecord({ company })) return null;
  const seal = findSeal(db, { tenantId, inventoryId, format: "json" });
  if (seal === null) throw beingSealed();
  return seal;
}

/** The error of a request that needs a record which is being sealed. */
export const beingSealed = (): Unavailable =>
  new Unavailable(msg("The record of the stocktake is being sealed. Repeat the request in a moment."), 1);

/** The inventory whose file has exactly this seal; null: none of the tenant. */
export function findSealedBy(
  db: Db,
  seal: Seal & Pick<SealedFileKey, "tenantId" | "format">,
): { readonly inventoryId: number; readonly sealedDT: string } | null {
  return store.sealedBy.first(db, seal);
}

/** The content of a sealed file, read part by part. */
export function* readSealed(db: Db, key: SealedFileKey): Generator<Buffer, void> {
  for (let number = 0; ; number++) {
    const part = store.part.first(db, { ...key, number });
    if (part === null) return;
    yield gunzipSync(part.content);
  }
}
