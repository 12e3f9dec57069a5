import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import { RESULTS } from "../../domain/results.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import type { Locale } from "../../i18n/locales.ts";
import { pauseAfter } from "../../platform/back-off.ts";
import { repeatedWork } from "../../platform/repeated-work.ts";
import { joined } from "../../platform/tables/chunks.ts";
import { readSettings } from "../../settings/settings.ts";
import type { Db } from "../../storage/database/statement.ts";
import { companyOf } from "../frame/frame.ts";
import { getInventory, type InventoryRecord } from "../inventory.ts";
import { makeReports } from "../report/download/report-stream.ts";
import { sealKey } from "../seal/key.ts";
import { endOf, makeSeal, SEALED_FORMATS, type Seal } from "../seal/seal-file.ts";
import { findSeal, type SealedFileKey } from "../seal/sealed-file.ts";
import * as store from "../seal/store.ts";

const compress = promisify(gzip);
/** A PDF is compressed already. */
const LEVELS = { json: {}, pdf: { level: constants.Z_NO_COMPRESSION } } as const;
/** Bytes of a stored part, before it is compressed: a few milliseconds to write it. */
const PART_BYTES = 256 * 1024;
/** Pauses after failures in a row. */
const PAUSES_MS = [10_000, 60_000, 600_000];

/** The service that seals records. */
interface Sealing {
  stop(): Promise<void>;
}

/**
 * Starts it: each closed stocktake gets its record as a JSON and as a PDF, made once from the state of the close. After an interruption a
 * file is begun again; a record that can't be made is tried again later (`retryMs`: for tests), and others go on. Throws StartupError for a damaged key.
 */
export function startSealing(app: Dependencies, retryMs?: number): Sealing {
  const { storage, log } = app;
  // Made at the start, so that every backup has it.
  sealKey(storage.folder);
  const reports = makeReports(storage);
  const stopping = new AbortController();
  const { signal } = stopping;
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;
  const sealing = repeatedWork(sealAll, (error) => log.error({ err: error }, "records were not sealed"));

  async function sealAll(): Promise<void> {
    let failed = 0;
    for (const { oid: inventoryId, tenantId } of store.unsealed.all(storage.db, {})) {
      try {
        for (const format of SEALED_FORMATS)
          if (!signal.aborted) await sealFile({ tenantId, inventoryId, format });
      } catch (error) {
        failed++;
        log.error({ err: error, inventory: inventoryId }, "the record of a stocktake was not sealed");
      }
    }
    failures = failed === 0 ? 0 : failures + 1;
    // Nothing else may ask again for months: no stocktake is written.
    if (failed > 0) retry = setTimeout(sealing.ask, retryMs ?? pauseAfter(PAUSES_MS, failures)).unref();
  }

  async function sealFile(key: SealedFileKey): Promise<void> {
    const { tenantId, inventoryId, format } = key;
    if (findSeal(storage.db, key) !== null) return;
    await storage.write(tenantId, (tx) => store.removeParts.run(tx, key));
    const report = await reports({
      tenantId,
      inventoryId,
      format,
      results: RESULTS,
      content: "all",
      now: app.clock.iso(),
      timeZone: app.config.timeZone,
      language:
        format === "json" ? "en" : languageOf(storage.db, getInventory(storage.db, tenantId, inventoryId)),
      isRecord: true,
    });
    const pieces = report.open();
    let isWhole = false;
    try {
      const seal = await savePieces(key, pieces);
      isWhole = seal !== null;
      if (seal === null) return;
      await storage.write(tenantId, (tx) =>
        store.insertSeal.run(tx, { ...key, ...seal, sealedDT: app.clock.iso() }),
      );
    } finally {
      pieces.destroy();
      report.ended(isWhole);
    }
  }

  /** Saves the pieces and the seal of a file, each part in a transaction of its own; null: the service stops. */
  async function savePieces(
    key: SealedFileKey,
    pieces: AsyncIterable<Buffer>,
  ): Promise<(Seal & { readonly bytes: number }) | null> {
    const hash = createHash("sha256");
    let number = 0;
    let bytes = 0;
    const save = async (part: Buffer) => {
      const content = await compress(part, LEVELS[key.format]);
      await storage.write(key.tenantId, (tx) => store.insertPart.run(tx, { ...key, number, content }));
      number++;
      bytes += part.length;
    };
    for await (const part of joined(pieces, PART_BYTES)) {
      if (signal.aborted) return null;
      hash.update(part);
      await save(part);
    }
    const seal = makeSeal(sealKey(storage.folder), key.format, hash.digest("hex"));
    await save(Buffer.from(endOf(key.format, seal)));
    return { ...seal, bytes };
  }

  const removeAfter = storage.onChange(["inventory"], sealing.ask);
  sealing.ask();
  return {
    async stop() {
      removeAfter();
      stopping.abort();
      clearTimeout(retry);
      await sealing.stop();
    },
  };
}

/** The languages in which the laws ask for the books. */
const LANGUAGES = { CZ: "cs", SK: "sk", DE: "de" } as const satisfies Record<string, Locale>;

/** The language of a record to read: that of the company's law, or of the site. */
export function languageOf(db: Db, inventory: InventoryRecord): Locale {
  const { law } = companyOf(db, inventory);
  return law === null ? readSettings(db).settings.language : LANGUAGES[law];
}
