import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable, Transform } from "node:stream";
import { VALUE_CONFIDENCE } from "../../domain/cycle-counts/value-strata.ts";
import { NotFound } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { RESULTS } from "../../domain/results.ts";
import { LOCALES } from "../../i18n/locales.ts";
import type { PhotoDependencies } from "../../photos/files.ts";
import { inventoryPhotoSizes, listInventoryPhotos } from "../../photos/photo.ts";
import { dayAt } from "../../platform/clock.ts";
import { csvFile, SEPARATORS } from "../../platform/tables/csv-write.ts";
import { type StoredEntry, storedZip } from "../../platform/zip-write.ts";
import type { Db } from "../../storage/database/statement.ts";
import { addendumFiles } from "../addenda/addendum.ts";
import { getCertificate } from "../certificate/certificate.ts";
import { certifiedBy, makeCertificate, populationOf } from "../certificate/documents.ts";
import { timeZoneOf } from "../frame/frame.ts";
import { getInventory, type InventoryRecord } from "../inventory.ts";
import type { makeReports } from "../report/download/report-stream.ts";
import { KEYS_FILE, README, SUMS_FILE, sumLine } from "../seal/archive-format.ts";
import { overdueBefore } from "../seal/growth.ts";
import { publicKeyOf, sealKey } from "../seal/key.ts";
import { endOf, makeSeal, SEALED_FORMATS } from "../seal/seal-file.ts";
import { beingSealed, findSeal, getsRecord, readSealed, type StoredSeal } from "../seal/sealed-file.ts";
import * as store from "../seal/store.ts";
import { isKnownTime } from "../store.ts";
import { languageOf } from "./sealing.ts";

// The records of the stocktakes that were closed in a year, as one ZIP archive that can be checked by itself.

/** A closed inventory with its record. */
interface Recorded extends Pick<InventoryRecord, "oid" | "name" | "inventoryStateId" | "company"> {
  readonly closedDT: string;
}

/** The closed inventories that have or get a record, by the year of their close; `timeZone`: the site's. */
function recordedByYear(db: Db, tenantId: number, timeZone: string): ReadonlyMap<number, Recorded[]> {
  const all = store.closed
    .all(db, { tenantId })
    .filter((inventory) => getsRecord(inventory) && isKnownTime(inventory.closedDT));
  return Map.groupBy(all, (one) => Number(dayAt(one.closedDT, timeZoneOf(one, timeZone)).slice(0, 4)));
}

/** The years that an archive can be made of, newest first. */
export function archiveYears(db: Db, tenantId: number, timeZone: string) {
  const years = [...recordedByYear(db, tenantId, timeZone)];
  const ids = years.flatMap(([, inventories]) => inventories.map(({ oid }) => oid));
  const photos = inventoryPhotoSizes(db, tenantId, ids);
  const bytesOf = ({ oid: inventoryId }: Recorded) => {
    const seals = SEALED_FORMATS.map((format) => findSeal(db, { tenantId, inventoryId, format })?.bytes ?? 0);
    const addenda = addendumFiles(db, { tenantId, inventoryId }).map(({ file }) => Buffer.byteLength(file));
    return [...seals, ...addenda].reduce((sum, bytes) => sum + bytes, photos.get(inventoryId) ?? 0);
  };
  return years
    .map(([year, inventories]) => ({
      year,
      stocktakes: inventories.length,
      /** Those of which a file is not sealed. */
      unsealed: inventories
        .filter(({ oid: inventoryId }) =>
          SEALED_FORMATS.some((format) => findSeal(db, { tenantId, inventoryId, format }) === null),
        )
        .map(({ oid, name }) => ({ oid, name })),
      /** Of the records, addenda and photos. */
      bytes: inventories.reduce((sum, one) => sum + bytesOf(one), 0),
    }))
    .sort((one, other) => other.year - one.year);
}

/** A file of an archive. `sha256`: known already; null: of the bytes that are sent. */
interface ArchivedFile extends StoredEntry {
  readonly sha256: string | null;
}

/**
 * The archive of a year. What should have been sealed long ago is missing in it, and named. Throws NotFound where no stocktake with a
 * record was closed in it, Unavailable while a record is being sealed. It is written while it is sent.
 */
export async function archiveOf(
  { storage, photos, config, clock }: PhotoDependencies,
  documents: Documents,
  tenantId: number,
  year: number,
): Promise<() => Readable> {
  const { db, folder } = storage;
  const { timeZone } = config;
  const inventories = recordedByYear(db, tenantId, timeZone).get(year) ?? [];
  const last = inventories.at(-1);
  if (last === undefined)
    throw new NotFound(
      msg("No stocktake with a sealed record was closed in {year}.", { year: String(year) }),
    );
  const seals: StoredSeal[] = [];
  const files: ArchivedFile[] = [];
  const unsealed: ArchivedHash[] = [];
  for (const { oid: inventoryId, closedDT } of inventories) {
    for (const format of SEALED_FORMATS) {
      const key = { tenantId, inventoryId, format };
      const seal = findSeal(db, key);
      const path = `${folderOf(inventoryId)}/record.${format}`;
      if (seal === null) {
        if (closedDT >= overdueBefore(clock.now())) throw beingSealed();
        unsealed.push({ path, sha256: UNKNOWN });
        continue;
      }
      seals.push(seal);
      files.push({
        path,
        size: seal.bytes,
        sha256: null,
        time: new Date(closedDT),
        open: () => Readable.from(readSealed(db, key), { highWaterMark: 1 }),
      });
    }
    const addenda = addendumFiles(db, { tenantId, inventoryId });
    for (const { number, addedDT, file } of addenda)
      files.push(text(`${folderOf(inventoryId)}/addendum-${number}.json`, file, new Date(addedDT)));
    const lastAddendum = addenda.at(-1)?.number ?? 0;
    const inventory = getInventory(db, tenantId, inventoryId);
    files.push(...(await documentsOf(storage, documents, inventory, lastAddendum)));
  }
  const withoutFile: ArchivedHash[] = [];
  const ids = inventories.map(({ oid }) => oid);
  for (const { inventoryId, name, file, createdDT } of listInventoryPhotos(db, tenantId, ids)) {
    // Its name is its hash.
    const [sha256 = "", extension = ""] = file.split(".");
    const path = `${folderOf(inventoryId)}/photos/${name}.${extension}`;
    const found = await photos.find(file);
    if (found === null) withoutFile.push({ path, sha256 });
    else
      files.push({
        path,
        size: found.size,
        sha256,
        time: new Date(createdDT),
        open: () => createReadStream(found.path),
      });
  }
  const key = sealKey(folder);
  const keys = [...new Set([...seals.map(({ publicKey }) => publicKey), publicKeyOf(key)])];
  const time = new Date(last.closedDT);
  const lines = inventories.map(
    (one) => `${folderOf(one.oid)}: ${one.name}, ${dayAt(one.closedDT, timeZoneOf(one, timeZone))}`,
  );
  const paths = (some: readonly ArchivedHash[]) => some.map(({ path }) => path);
  const readme = README({ year, stocktakes: lines, unsealed: paths(unsealed), photos: paths(withoutFile) });
  const about = [text("README.txt", readme, time), text(KEYS_FILE, `${keys.join("\n")}\n`, time)];
  return signedArchive([...about, ...files], [...unsealed, ...withoutFile], {
    time,
    seal: (sha256) => endOf("sums", makeSeal(key, "sums", sha256)),
  });
}

function text(path: string, content: string, time: Date): ArchivedFile {
  const bytes = Buffer.from(content);
  return { path, size: bytes.length, sha256: null, time, open: () => Readable.from([bytes]) };
}

/** What makes the documents of an archive, when, and for whom. `reports`: makes reports in a worker. */
interface Documents {
  readonly reports: ReturnType<typeof makeReports>;
  readonly madeBy: string;
  /** ISO 8601. */
  readonly now: string;
  /** IANA name. */
  readonly timeZone: string;
}

/**
 * The minutes, and of a sample by value its certificate, if there is one, and its population; in the language of the law, else of the site.
 * `lastAddendum`: minutes are made while the archive is sent, and show no later one.
 */
async function documentsOf(
  { db }: Pick<PhotoDependencies["storage"], "db">,
  { reports, madeBy, now, timeZone }: Documents,
  inventory: InventoryRecord,
  lastAddendum: number,
): Promise<ArchivedFile[]> {
  const { tenantId, oid: inventoryId } = inventory;
  const language = languageOf(db, inventory);
  const file = (name: string, open: () => Readable): ArchivedFile => ({
    path: `${folderOf(inventoryId)}/${name}`,
    size: null,
    sha256: null,
    time: new Date(now),
    open,
  });
  const query = { tenantId, inventoryId, format: "pdf", content: "minutes", results: RESULTS } as const;
  async function* minutes() {
    const report = await reports({ ...query, language, madeBy, lastAddendum, now, timeZone });
    const pieces = report.open();
    try {
      yield* pieces;
    } finally {
      pieces.destroy();
      report.ended(pieces.readableEnded);
    }
  }
  const isSealed = findSeal(db, { tenantId, inventoryId, format: "json" }) !== null;
  // Minutes name the hash of the record.
  const files = isSealed ? [file("minutes.pdf", () => Readable.from(minutes()))] : [];
  const population = populationOf(db, inventory, language);
  if (population === null) return files;
  const certificate = await getCertificate(db, inventory, VALUE_CONFIDENCE);
  async function* pdf() {
    const made = await makeCertificate(db, inventory, certificate, { language, timeZone });
    if (made !== null) yield made;
  }
  return [
    ...files,
    ...(certifiedBy(certificate) === null ? [] : [file("certificate.pdf", () => Readable.from(pdf()))]),
    file("population.csv", () => csvFile(population, SEPARATORS[LOCALES[language].separator])),
  ];
}

/** The hash of a file that there is not. */
const UNKNOWN = "0".repeat(64);

const folderOf = (inventoryId: number) => `stocktake-${inventoryId}`;

/** A path with the hash that belongs to it. */
interface ArchivedHash {
  readonly path: string;
  readonly sha256: string;
}

/**
 * An archive whose last file has the hash of each other one, and of those that are missing: a check finds that they are. `seal`: the end of that
 * file, by the hash of all before it; always of one length.
 */
function signedArchive(
  files: readonly ArchivedFile[],
  missing: readonly ArchivedHash[],
  { time, seal }: { readonly time: Date; seal(sha256: string): string },
): () => Readable {
  const size = [...files, ...missing].reduce(
    (sum, { path }) => sum + Buffer.byteLength(sumLine(UNKNOWN, path)),
    Buffer.byteLength(seal(UNKNOWN)),
  );
  const entries = (): StoredEntry[] => {
    const sums = files.map(({ sha256 }) => sha256);
    const hashed = files.map((file, index) => ({
      ...file,
      open: () =>
        file.sha256 === null ? hashing(file.open(), (sha256) => (sums[index] = sha256)) : file.open(),
    }));
    // The last one: the others have been read.
    const sumsOpen = () => {
      const present = files.map(({ path }, index) => ({ path, sha256: sums[index] ?? UNKNOWN }));
      const list = [...present, ...missing].map(({ path, sha256 }) => sumLine(sha256, path)).join("");
      return Readable.from([Buffer.from(list + seal(createHash("sha256").update(list).digest("hex")))]);
    };
    return [...hashed, { path: SUMS_FILE, size, time, open: sumsOpen }];
  };
  return () => storedZip(entries());
}

/** The content, of which `hashed` gets the SHA-256 at its end. */
function hashing(content: Readable, hashed: (sha256: string) => void): Readable {
  const hash = createHash("sha256");
  const through = new Transform({
    transform(piece: Buffer, _, done) {
      hash.update(piece);
      done(null, piece);
    },
    flush(done) {
      hashed(hash.digest("hex"));
      done();
    },
  });
  content.on("error", (error) => through.destroy(error));
  through.on("close", () => content.destroy());
  return content.pipe(through);
}
