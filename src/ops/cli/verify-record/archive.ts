import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { createInflateRaw } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { deviceOf, loginOf } from "../../../domain/stocktakes/addendum.ts";
import { textIn } from "../../../i18n/text.ts";
import { type AddendumContent, readAddendum } from "../../../inventories/addenda/addendum-file.ts";
import { findBreak } from "../../../inventories/addenda/chain.ts";
import { readSumLine, SUMS_FILE } from "../../../inventories/seal/archive-format.ts";
import { checkContent, SEALED_FORMATS, type SealFormat } from "../../../inventories/seal/seal-file.ts";
import { shownText } from "../../../platform/one-line.ts";
import { coversAll, type Span, spanOf } from "./zip-layout.ts";

/** What the check of a file came to, and the lines that say it. `notCompared`: unchanged, but no key was given. */
type Result = readonly [result: "genuine" | "other" | "notCompared", lines: readonly string[]];

/** Whether a file begins as a ZIP archive does. Rejects with the error of the disk. */
export async function isArchive(path: string): Promise<boolean> {
  await using file = await open(path, "r");
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
  return buffer.equals(Buffer.from("PK\x03\x04", "latin1"));
}

/** A file of an archive: its hash and its own seal. `text`: of the hashes, and of addenda. */
type ReadEntry = Awaited<ReturnType<typeof readEntry>>;

/** A record or an addendum: its folder, and the format of its seal. */
const RECORD = /^(stocktake-\d+)\/(?:record\.(?<record>json|pdf)|addendum-\d+\.json)$/;

/** Checks an archive of records: each record against its seal and the given keys, and each file against the sealed list of hashes. */
export async function checkArchive(path: string, keys: readonly string[]): Promise<Result> {
  const problems: string[] = [];
  const files = new Map<string, ReadEntry | null>();
  try {
    await using file = await open(path, "r");
    const zip = await openPromise(path, { autoClose: false });
    // The type calls it a boolean.
    const directory = Number(zip.readEntryCursor);
    const spans: Span[] = [];
    try {
      for await (const entry of zip.eachEntry()) {
        const { fileName } = entry;
        const content = await readEntry(zip, entry).catch(() => null);
        if (content !== null) spans.push(content.span);
        // Some programs list the folders.
        if (fileName.endsWith("/") && entry.uncompressedSize === 0 && content !== null) continue;
        if (files.has(fileName)) problems.push(`ADDED: ${shown(fileName)} is there twice.`);
        else files.set(fileName, content);
      }
    } finally {
      zip.close();
    }
    // The others are problems of their own.
    if (spans.length === zip.entryCount && !(await coversAll(file, spans, directory)))
      problems.push("ADDED: the archive has data that its directory does not name. Some programs unpack it.");
  } catch {
    return ["other", ["DAMAGED: the archive is not whole, as after an interrupted download."]];
  }
  problems.push(...new Set([...problemsOf(files, keys), ...brokenChains(files)]));
  const records = [...files.keys()].flatMap((name) => RECORD.exec(name)?.[1] ?? []);
  const sound = [...new Set(records)].filter(
    (folder) => !problems.some((problem) => problem.includes(`${folder}/`)),
  );
  if (problems.length > 0) return ["other", [...sound.map((folder) => `Sound: ${folder}`), ...problems]];
  const lines = sound.flatMap((folder) => {
    const own = [...files].filter(([name]) => name.startsWith(`${folder}/`));
    const photos = own.filter(([name]) => name.startsWith(`${folder}/photos/`)).length;
    const addenda = own.flatMap(([, file]) => addendumIn(file) ?? []);
    return [`Sound: ${folder} (photos: ${photos})`, ...addenda.map(describeAddendum)];
  });
  if (keys.length === 0) {
    const signers = new Set([...files.values()].flatMap((file) => file?.seal?.publicKey ?? []));
    const text = `NOT COMPARED: anybody can seal with a key of his own. Repeat it with --key and the key of the signed minutes. The archive has: ${[...signers].join(", ")}`;
    return ["notCompared", [...lines, text]];
  }
  return ["genuine", [...lines, `GENUINE: all ${files.size} files are as this key has sealed them.`]];
}

/** Reads a file. Rejects where it is not as the directory describes it. */
async function readEntry(zip: ZipFile, entry: Entry) {
  const span = spanOf(entry, await zip.readLocalFileHeaderPromise(entry));
  const hash = createHash("sha256");
  const isSums = entry.fileName === SUMS_FILE;
  const formats: readonly SealFormat[] = isSums ? ["sums"] : sealedAs(entry.fileName);
  const isKept = isSums || formats.includes("addendum json");
  const kept: Buffer[] = [];
  const raw = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  const inflate = isDeflated(entry) ? createInflateRaw() : null;
  const content: AsyncIterable<Buffer> = inflate === null ? raw : raw.compose(inflate);
  async function* hashed() {
    for await (const piece of content) {
      hash.update(piece);
      if (isKept) kept.push(piece);
      yield piece;
    }
  }
  const checked = await checkContent(hashed(), formats);
  if (inflate !== null && inflate.bytesWritten !== entry.compressedSize)
    throw new Error("data behind the compressed content");
  return {
    span,
    sha256: hash.digest("hex"),
    text: Buffer.concat(kept).toString(),
    seal: checked.outcome === "valid" ? checked.seal : null,
  };
}

/** Whether the content is compressed (APPNOTE 4.4.5). Throws for other methods than those of all programs. */
function isDeflated({ compressionMethod }: Entry): boolean {
  if (compressionMethod !== 0 && compressionMethod !== 8) throw new Error("unsupported compression method");
  return compressionMethod === 8;
}

/** The addendum that a file is; null: none, or it was changed. */
const addendumIn = (file: ReadEntry | null) =>
  file?.seal && file.text.startsWith("{") ? readAddendum(file.text) : null;

/** What an addendum says of itself, in one line. */
export function describeAddendum(addendum: AddendumContent): string {
  const { number, inventory, kind, person, addedDT } = addendum;
  const login = loginOf(addendum).map((text) => textIn(text, "en"));
  const device = deviceOf(addendum);
  const what =
    person === null
      ? kind
      : `${kind} of ${person.name} (${[person.role, ...(person.otherRoles ?? [])].join(", ")})`;
  const parts = [what, addedDT, ...login, ...(device === null ? [] : [device])].join(", ");
  // Anybody can seal a file with texts of his own.
  return shownText(`Addendum ${number} of stocktake ${inventory.oid}, ${inventory.name}: ${parts}.`);
}

/** What is wrong with the addenda of each record: one of another record, or a gap. */
function brokenChains(files: ReadonlyMap<string, ReadEntry | null>): string[] {
  const folders = Map.groupBy(files, ([name]) => RECORD.exec(name)?.[1] ?? "");
  folders.delete("");
  return [...folders].flatMap(([folder, entries]) => {
    const record = files.get(`${folder}/record.json`)?.seal;
    const addenda = entries.flatMap(([, file]) => {
      const content = addendumIn(file);
      return content === null || !file?.seal ? [] : [{ ...content, sha256: file.seal.sha256 }];
    });
    const fault = record ? findBreak(record.sha256, addenda) : null;
    return fault === null ? [] : [`BROKEN CHAIN: ${folder}/: ${fault}.`];
  });
}

/** The format of the seal that a file of this name must have; empty: none. */
function sealedAs(name: string): readonly SealFormat[] {
  const found = RECORD.exec(name);
  if (found === null) return [];
  return [SEALED_FORMATS.find((format) => format === found.groups?.["record"]) ?? "addendum json"];
}

/** An archive is made later than its records, so its own signature may be by a later key. */
const OF_SUMS =
  " It was made with the archive: if that is the server's later key, repeat --key with it as well.";
/** So is an addendum made later than its record. */
export const OF_ADDENDUM =
  " It was made later than its record: if that is the server's later key, repeat --key with it as well.";

function hintFor(name: string): string {
  if (name === SUMS_FILE) return OF_SUMS;
  return sealedAs(name).includes("addendum json") ? OF_ADDENDUM : "";
}

/** What is wrong with the files; each problem names one. */
function problemsOf(files: ReadonlyMap<string, ReadEntry | null>, keys: readonly string[]): string[] {
  const sums = files.get(SUMS_FILE);
  const problems = [...files].flatMap(([name, file]) =>
    RECORD.test(name) && !file?.seal ? [`CHANGED: ${shown(name)}`] : [],
  );
  if (sums === undefined) return [...problems, `MISSING: ${SUMS_FILE}, the list of hashes`];
  if (!sums?.seal) return [...problems, `CHANGED: ${SUMS_FILE}`];
  const listed = new Map(
    sums.text.split("\n").flatMap((line) => {
      const sum = readSumLine(line);
      return sum === null ? [] : [[sum.path, sum.sha256]];
    }),
  );
  for (const [name, sha256] of listed) {
    const file = files.get(name);
    if (file === undefined) problems.push(`MISSING: ${shown(name)}`);
    else if (file?.sha256 !== sha256) problems.push(`CHANGED: ${shown(name)}`);
  }
  for (const [name, file] of files) {
    if (name !== SUMS_FILE && !listed.has(name)) problems.push(`ADDED: ${shown(name)}`);
    const signer = file?.seal?.publicKey ?? null;
    if (signer !== null && keys.length > 0 && !keys.includes(signer))
      problems.push(`OTHER KEY: ${shown(name)} was signed by ${signer}, not by a given key.${hintFor(name)}`);
  }
  return problems;
}

/** A name as a terminal may show it. */
const shown = (name: string) => name.replaceAll(/[^ -~]/g, "?");
