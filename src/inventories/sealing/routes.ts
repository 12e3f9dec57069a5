import { Readable } from "node:stream";
import { z } from "zod";
import { NotFound, WrongState } from "../../domain/errors.ts";
import { State } from "../../domain/inventory-states.ts";
import { msg } from "../../domain/message.ts";
import { confirmationOf } from "../../domain/stocktakes/addendum.ts";
import { batch, type Endpoint } from "../../http/endpoint/endpoint.ts";
import { oneOf, pathId, queryWhole } from "../../http/endpoint/fields.ts";
import { namedObject } from "../../http/endpoint/named-object.ts";
import { NamedReference } from "../../http/endpoint/references.ts";
import type { PhotoDependencies } from "../../photos/files.ts";
import type { BeginExport } from "../../security-log/table.ts";
import type { Db } from "../../storage/database/statement.ts";
import { findAddendumBy } from "../addenda/addendum.ts";
import { AddendumContent } from "../addenda/addendum-file.ts";
import { keptUntil } from "../frame/retention.ts";
import { getInventory } from "../inventory.ts";
import { findRecordName } from "../record-names.ts";
import { makeReports } from "../report/download/report-stream.ts";
import { isUnsealed } from "../seal/growth.ts";
import { publicKeyOf, sealKey } from "../seal/key.ts";
import { checkFile, SEALED_FORMATS, SEALED_KINDS, type Seal, type SealedKind } from "../seal/seal-file.ts";
import { findSeal, findSealedBy, getsRecord, readSealed, type SealedFileKey } from "../seal/sealed-file.ts";
import { archiveOf, archiveYears } from "./archive.ts";

const MAX_YEAR = 9999;

/** Of 100,000 lines a record has 60 MB. */
const MAX_FILE_BYTES = 200 * 1024 * 1024;

/** The JSON is no response of this API, but a file. */
const TYPES = { json: "application/vnd.tallybox.record+json", pdf: "application/pdf" } as const;

const SealedFile = z.object({
  format: z.enum(SEALED_FORMATS),
  sealedDT: z.iso.datetime(),
  bytes: z.int(),
  sha256: z.string().describe("of all bytes before the seal at the end of the file, hexadecimal"),
  signature: z
    .string()
    .describe("Ed25519, of `tallybox record 1`, `format` and `sha256` with a line feed between; hexadecimal"),
  publicKey: z.string().describe("32 bytes, hexadecimal"),
});

const InventorySeal = namedObject("InventorySeal", {
  state: z
    .enum(["none", "making", "made"])
    .describe(
      "`none`: closed before there were seals; `making`: a file is being made, seconds after the close",
    ),
  isOverdue: z
    .boolean()
    .describe(
      "a file is not sealed an hour after the close; the server goes on trying, and its log has the reason",
    ),
  files: z.array(SealedFile),
  keepUntil: z.iso
    .date()
    .nullable()
    .describe(
      "last day of the retention period; null: the company had none at the close and has none, or the time of the close is unknown",
    ),
});

const ArchiveYear = namedObject("ArchiveYear", {
  year: z.int().describe("of the close, in the site's time zone"),
  stocktakes: z.int(),
  unsealed: z
    .array(NamedReference)
    .describe(
      "those of which a file is not sealed: of the last hour it is being made, others are missing in the ZIP",
    ),
  bytes: z
    .int()
    .describe(
      "of the records, addenda and photos; the ZIP has minutes, certificates and population lists too",
    ),
});

const OUTCOMES = ["genuine", "notKept", "otherKey", "changed", "noSeal"] as const;

const SealCheck = namedObject("SealCheck", {
  outcome: z
    .enum(OUTCOMES)
    .describe(
      "`genuine`: byte for byte a record, or an addendum to one, that this server keeps. `notKept`: signed by this server's key and unchanged, but the server does not keep it, as after the restore of an older backup. `otherKey`: unchanged, but signed by another key. `changed`: not what was sealed. `noSeal`: no sealed file",
    ),
  format: z.enum(SEALED_KINDS).nullable(),
  sha256: z.string().nullable(),
  publicKey: z.string().nullable(),
  inventory: NamedReference.nullable().describe("of a genuine file"),
  sealedDT: z.iso.datetime().nullable(),
  addendum: AddendumContent.pick({ number: true, kind: true, person: true, addedBy: true, confirmed: true })
    .nullable()
    .describe("of a genuine file; null: it is none"),
});
type SealCheck = z.output<typeof SealCheck>;

/** The sealed record of a closed stocktake, and the check of a file. */
export function sealRoutes(app: PhotoDependencies, beginExport: BeginExport): Endpoint[] {
  const { db, folder } = app.storage;
  const { timeZone } = app.config;
  const reports = makeReports(app.storage);
  return [
    batch("GET", "/api/inventories/{id}/seal", {
      operationId: "getInventorySeal",
      permission: "manage",
      summary: "The sealed record of a closed stocktake: its files, their hashes and signatures",
      description:
        "After its close the record of a stocktake is made once, as JSON (the report in English) and as a PDF (the inventory list in the language of the company's law, or of the site) that contains the JSON as a file. Nothing changes them any more, and the API deletes none but of sample data. Each file ends with its seal: JSON with the member `seal` of its object, the PDF with a comment line `%tallybox-seal {…}`. All bytes before `,\"seal\":` or that line have the SHA-256. The JSON has one canonical form: UTF-8 without white space, of the members `format` (`tallybox record 1`), `report` (`InventoryReport`) and `seal` (`sha256`, `signature`, `publicKey`), each object's members in the order of its schema without absent ones, strings as `JSON.stringify` of ECMAScript writes them, numbers as exact decimals without exponent, of at most four decimal places, without zeros at their end, and a line feed behind the object. `format` gives the file itself, as an export. `keepUntil` is the end of the retention period of the company (`retentionYears`), the longer one of the close and of now, at least that of the law at the close. It runs from the end of the calendar year in which the stocktake was closed (HGB § 257 (5)), or in which the accounting period of its decisive day, or without one of its close, ends (Czech Act 563/1991 § 31 (2), Slovak Act 431/2002 § 35 (3)), whichever is later. Nothing deletes a closed stocktake or its photos, before that day or after it, but for sample data. A restored backup lacks records made later: keep the ZIP of each year (`GET /api/seals/archive`). The security log names each restore.",
      params: { id: pathId() },
      query: { format: oneOf(SEALED_FORMATS).optional() },
      response: InventorySeal,
      alternativeTypes: Object.values(TYPES),
      errors: {
        400: "not closed, or a field is invalid",
        404: "no such stocktake, or its file is not sealed (yet)",
        429: "too many exports in an hour; see Retry-After",
      },
      run({ params, query: { format }, address }, principal) {
        const { tenantId } = principal;
        const inventory = getInventory(db, tenantId, params.id);
        const { oid: inventoryId, inventoryStateId } = inventory;
        if (inventoryStateId !== State.Closed)
          throw new WrongState(msg("Only a closed stocktake has a sealed record."));
        const keyOf = (one: SealedFileKey["format"]) => ({ tenantId, inventoryId, format: one });
        if (format === undefined) {
          const files = SEALED_FORMATS.flatMap((one) => {
            const seal = findSeal(db, keyOf(one));
            return seal === null ? [] : [{ format: one, ...seal }];
          });
          const isMade = files.length === SEALED_FORMATS.length;
          const missing = getsRecord(inventory) ? ("making" as const) : ("none" as const);
          const state = isMade ? ("made" as const) : missing;
          const isOverdue = !isMade && isUnsealed(db, inventoryId, app.clock.now());
          const keepUntil = keptUntil(db, inventory, timeZone);
          return { kind: "json", body: { state, isOverdue, files, keepUntil } };
        }
        const seal = findSeal(db, keyOf(format));
        if (seal === null) throw new NotFound(msg("This file is not sealed yet."));
        beginExport(principal, address, { table: "record", format, inventory: inventoryId });
        return {
          kind: "stream",
          contentType: TYPES[format],
          fileName: `record-${inventoryId}.${format}`,
          size: seal.bytes,
          open: () => Readable.from(readSealed(db, keyOf(format)), { highWaterMark: 1 }),
          ended: () => {},
        };
      },
    }),
    batch("GET", "/api/seals/archive", {
      operationId: "getSealArchive",
      permission: "manage",
      summary: "The years with closed stocktakes, and the archive of a year",
      description:
        "With `year`, as an export, a ZIP of all stocktakes that were closed in that year of the site's time zone: for each a folder with the sealed JSON and PDF, the addenda, the photos of its items and unknown codes, the minutes, and of a sample by value the certificate and the population list; `public-key.txt`, `README.txt`, and `SHA256SUMS` with the hash of each other file, which ends with a seal of its own (format `sums`). `scripts/verify-record` checks it without the server. A file that is not sealed within an hour of the close is missing, and with the JSON the minutes: `README.txt` names it, and `SHA256SUMS` has zeros for its hash. Stocktakes that were closed before there were seals are in none.",
      query: { year: queryWhole(1, MAX_YEAR).optional() },
      response: z.array(ArchiveYear),
      alternativeTypes: ["application/zip"],
      errors: {
        404: "no stocktake with a record was closed in that year",
        429: "too many exports in an hour; see Retry-After",
        503: "a record of that year was closed in the last hour and is being sealed; see Retry-After",
      },
      async run({ query: { year }, address }, principal) {
        const { tenantId } = principal;
        if (year === undefined) return { kind: "json", body: archiveYears(db, tenantId, timeZone) };
        const madeBy = findRecordName(db, principal.tenantId, principal.userId) ?? "";
        const documents = { reports, madeBy, now: app.clock.iso(), timeZone };
        const open = await archiveOf(app, documents, tenantId, year);
        beginExport(principal, address, { table: "records", format: "zip", year });
        return {
          kind: "stream",
          contentType: "application/zip",
          fileName: `stocktakes-${year}.zip`,
          size: null,
          open,
          ended: () => {},
        };
      },
    }),
    batch("POST", "/api/seals/check", {
      operationId: "checkSealedFile",
      permission: "manage",
      scope: "inventories:read",
      summary: "Says whether a file is a sealed record or an addendum to one, byte for byte",
      description: "It changes nothing, and the file is not kept. `Idempotency-Key` is ignored.",
      file: "file",
      maxBytes: MAX_FILE_BYTES,
      response: SealCheck,
      async run({ upload }, { tenantId }) {
        if (upload === null) throw new Error("the upload has no file");
        return { kind: "json", body: await checkUpload(db, folder, tenantId, upload.file.path) };
      },
    }),
  ];
}

async function checkUpload(db: Db, folder: string, tenantId: number, path: string): Promise<SealCheck> {
  const checked = await checkFile(path);
  const nothing = {
    format: null,
    sha256: null,
    publicKey: null,
    inventory: null,
    sealedDT: null,
    addendum: null,
  };
  if (checked.outcome !== "valid") return { ...nothing, outcome: checked.outcome };
  const { format, seal } = checked;
  const { sha256, publicKey } = seal;
  const kept = findKept(db, tenantId, format, seal);
  const known = { ...nothing, format, sha256, publicKey };
  if (kept === null)
    return { ...known, outcome: publicKey === publicKeyOf(sealKey(folder)) ? "notKept" : "otherKey" };
  const { oid, name } = getInventory(db, tenantId, kept.inventoryId);
  return {
    ...known,
    outcome: "genuine",
    inventory: { oid, name },
    sealedDT: kept.sealedDT,
    addendum: kept.addendum,
  };
}

/** The file with this seal, and its stocktake; null: none of the tenant. */
function findKept(db: Db, tenantId: number, format: SealedKind, seal: Seal) {
  if (format !== "addendum json") {
    const record = findSealedBy(db, { tenantId, ...seal, format });
    return record && { ...record, addendum: null };
  }
  const found = findAddendumBy(db, { tenantId, ...seal });
  if (found === null) return null;
  const { inventoryId, content } = found;
  const { number, kind, person, addedBy, addedDT: sealedDT } = content;
  const confirmed = confirmationOf(content);
  return { inventoryId, sealedDT, addendum: { number, kind, person, addedBy, confirmed } };
}
