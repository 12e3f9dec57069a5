import { createHash } from "node:crypto";
import { createReadStream, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { readSmallFile } from "../../../platform/read-file.ts";
import { checkSignature, type HashOf, SignatureError } from "./signature.ts";

const SUMS = "SHA256SUMS";
const SIGNATURE = ".sig";

/**
 * Checks the signature of a bundle: an archive with its `.sig` file, or an unpacked bundle. The signature of an unpacked one
 * covers the list of its files, and it may contain no other file; `sha256sum --check SHA256SUMS` then checks the contents.
 * Returns the fingerprint of the key. Throws SignatureError.
 */
export async function checkBundle(path: string, keysFile: string): Promise<string> {
  const isUnpacked = statSync(path).isDirectory();
  const signed = isUnpacked ? join(path, SUMS) : path;
  const armored = readSmallFile(signed + SIGNATURE);
  if (armored === null) throw new SignatureError("it is not signed");
  const keys = readSmallFile(keysFile);
  if (keys === null) throw new SignatureError(`the keys of releases are missing (${keysFile})`);
  const fingerprint = await checkSignature(armored, keys, hashesOf(signed));
  if (isUnpacked) assertListed(path);
  return fingerprint;
}

function hashesOf(path: string): HashOf {
  return async (algorithm) => {
    const hash = createHash(algorithm);
    await pipeline(createReadStream(path), hash);
    return hash.digest();
  };
}

/** Throws SignatureError for an unlisted file: Node could load it as an optional package. */
function assertListed(folder: string): void {
  const lines = readFileSync(join(folder, SUMS), "utf8").split("\n");
  // "<64 digits>  ./path", as sha256sum writes it.
  const listed = new Set(lines.map((line) => line.slice(66).replace(/^\.\//, "")));
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
    if (path === SUMS || path === SUMS + SIGNATURE) continue;
    if (!entry.isFile() || !listed.has(path))
      throw new SignatureError(`it contains "${path}", which is not signed`);
  }
}
