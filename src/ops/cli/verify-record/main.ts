import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type AddendumContent, readAddendum } from "../../../inventories/addenda/addendum-file.ts";
import { findBreak } from "../../../inventories/addenda/chain.ts";
import { checkFile, type Seal, type SealedKind } from "../../../inventories/seal/seal-file.ts";
import { errorMessage } from "../../../platform/error-code.ts";
import { parseArguments, scriptCommand, usageError } from "../../command-line.ts";
import { checkArchive, describeAddendum, isArchive, OF_ADDENDUM } from "./archive.ts";

// Program of scripts/verify-record: checks a sealed record and its addenda, or an archive of a year, by themselves, without the server.
// Its exit status is 0 for unchanged ones of the given keys, 3 for some of a key that nobody has compared yet.

const USAGE = `${scriptCommand("verify-record")} FILE [ADDENDUM …] [--key PUBLIC_KEY …]`;

/** The validated command line. `keys`: hexadecimal; empty: any. */
interface Options {
  readonly files: readonly [string, ...string[]];
  readonly keys: readonly string[];
}

/** Parses the command line. Throws StartupError on unknown and missing arguments. */
function readOptions(args: string[]): Options {
  const options = { key: { type: "string", multiple: true } } as const;
  const { values, positionals } = parseArguments({ args, allowPositionals: true, options }, USAGE);
  const [file, ...others] = positionals;
  if (file === undefined) throw usageError("The file is missing.", USAGE);
  return { files: [file, ...others], keys: (values.key ?? []).map((key) => key.toLowerCase()) };
}

const STATUS = { genuine: 0, other: 1, notCompared: 3 } as const;

/** What was found of a file, the lines that say it, and what it is if it is unchanged. */
interface Found {
  readonly result: keyof typeof STATUS;
  readonly lines: readonly string[];
  readonly sealed?: {
    readonly format: SealedKind;
    readonly seal: Seal;
    readonly addendum: AddendumContent | null;
  };
}

/** Whether the file is an unchanged record or addendum by one of the keys, or an archive of such. */
async function verify(file: string, keys: readonly string[]): Promise<Found> {
  // The script has changed the folder.
  const path = resolve(process.env["INIT_CWD"] ?? ".", file);
  if (await isArchive(path)) {
    const [result, lines] = await checkArchive(path, keys);
    return { result, lines };
  }
  const checked = await checkFile(path);
  const other = (line: string): Found => ({ result: "other", lines: [line] });
  if (checked.outcome === "noSeal")
    return other("NO SEAL: the file does not end with the seal of a record, or its end is changed.");
  if (checked.outcome !== "valid")
    return other("CHANGED: the file is not what was sealed, or its seal was changed.");
  const { format, seal } = checked;
  const { sha256, publicKey } = seal;
  if (keys.length > 0 && !keys.includes(publicKey))
    return other(
      `OTHER KEY: the file was signed by ${publicKey}, not by the given key.${format === "addendum json" ? OF_ADDENDUM : ""}`,
    );
  const addendum = format === "addendum json" ? readAddendum(await readFile(path, "utf8")) : null;
  const sealed = { format, seal, addendum };
  const about = addendum === null ? [] : [describeAddendum(addendum)];
  if (keys.length === 0)
    return {
      result: "notCompared",
      sealed,
      lines: [
        `Unchanged since it was sealed by the key ${publicKey} (${format}, SHA-256 ${sha256}).`,
        ...about,
        "NOT COMPARED: anybody can seal with a key of his own. Repeat it with --key and the key of the signed minutes.",
      ],
    };
  const what = format === "addendum json" ? "addendum" : "record";
  return {
    result: "genuine",
    sealed,
    lines: [
      `GENUINE: byte for byte the ${what} that this key has sealed (${format}, SHA-256 ${sha256}).`,
      ...about,
    ],
  };
}

/** What the addenda are to the record among the files. */
function verifyChain(found: readonly Found[]): Found {
  const sealed = found.flatMap((one) => one.sealed ?? []);
  const record = sealed.find(({ format }) => format === "json");
  const addenda = sealed.flatMap(({ addendum, seal }) =>
    addendum === null ? [] : [{ ...addendum, sha256: seal.sha256 }],
  );
  if (record === undefined || addenda.length < found.length - 1)
    return { result: "other", lines: ["NO CHAIN: give the record as JSON, and its addenda, all unchanged."] };
  const fault = findBreak(record.seal.sha256, addenda);
  if (fault !== null) return { result: "other", lines: [`BROKEN CHAIN: ${fault}.`] };
  return {
    result: "genuine",
    lines: [
      `CHAIN: addenda 1 to ${addenda.length} follow the record. The minutes show whether there are more.`,
    ],
  };
}

try {
  const { files, keys } = readOptions(process.argv.slice(2));
  const found: Found[] = [];
  for (const file of files) found.push(await verify(file, keys));
  const named = found.map(({ lines }, index) => (files.length > 1 ? [`${files[index]}:`, ...lines] : lines));
  const chain = files.length > 1 ? [verifyChain(found)] : [];
  process.stdout.write(`${[...named, ...chain.map(({ lines }) => lines)].flat().join("\n")}\n`);
  const results = [...found, ...chain].map(({ result }) => result);
  process.exitCode =
    STATUS[(["other", "notCompared"] as const).find((one) => results.includes(one)) ?? "genuine"];
} catch (error) {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = 2;
}
