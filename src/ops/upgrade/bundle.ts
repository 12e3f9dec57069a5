import { createReadStream, writeFileSync } from "node:fs";
import { createGunzip } from "node:zlib";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { SignatureError, verifyBundle } from "../cli/release/signature.ts";
import { isOlder } from "./previous.ts";

/** Bytes of a bundle at most. A bundle has about 70 MB. */
export const MAX_BUNDLE_BYTES = 150 * 1024 * 1024;
/** Characters of a signature at most. */
export const MAX_SIGNATURE = 16 * 1024;

/** The first entry of the archive: the folder of the release. */
const TOP_FOLDER = /^tallybox-(\d+\.\d+\.\d[-+.0-9A-Za-z]*)-linux-(x64|arm64)\/$/;
/** Bytes of a name in the header of an archive's entry. */
const NAME_BYTES = 100;
const OF_UPLOAD = { bundle: "bundle", signature: "signature" };

/** What a bundle is checked with. */
export interface CheckOptions {
  readonly signature: string;
  readonly releaseKeys: string;
  readonly installed: string;
  /** The fields of the request that errors name. */
  readonly fields?: { readonly bundle: string; readonly signature: string };
}

/**
 * Checks an uploaded or copied bundle, so that the Admin learns at once what is wrong with it; root's script checks it again.
 * Returns its version. Throws Invalid.
 */
export async function verifyUploaded(
  path: string,
  { signature, releaseKeys, installed, fields = OF_UPLOAD }: CheckOptions,
): Promise<string> {
  // A form sends each end of a line as CRLF.
  writeFileSync(`${path}.sig`, `${signature.replaceAll("\r\n", "\n").trim()}\n`, { mode: 0o600 });
  try {
    await verifyBundle(path, releaseKeys);
  } catch (error) {
    if (error instanceof SignatureError) throw Invalid.field(fields.signature, TEXTS.untrusted);
    throw error;
  }
  const [, version, arch] = TOP_FOLDER.exec(await firstName(path)) ?? [];
  if (version === undefined) throw Invalid.field(fields.bundle, TEXTS.notABundle);
  if (arch !== process.arch) throw Invalid.field(fields.bundle, TEXTS.otherProcessor);
  if (version === installed)
    throw Invalid.field(fields.bundle, msg("Version {version} runs already.", { version }));
  if (isOlder(version, installed))
    throw Invalid.field(
      fields.bundle,
      msg("Version {version} is older than the installed {installed}.", { version, installed }),
    );
  return version;
}

/** The name of the first entry of a compressed archive; "" where the file is no such archive. */
async function firstName(path: string): Promise<string> {
  const archive = createReadStream(path);
  try {
    for await (const piece of archive.pipe(createGunzip())) {
      const name = (piece as Buffer).subarray(0, NAME_BYTES).toString("latin1");
      const end = name.indexOf("\0");
      return end === -1 ? name : name.slice(0, end);
    }
  } catch {
    // Not compressed.
  } finally {
    // The end of the reader does not close what it read from.
    archive.destroy();
  }
  return "";
}

const TEXTS = {
  untrusted: msg(
    "The signature does not match the bundle, or is of an unknown key. Download both files again, and choose both.",
  ),
  notABundle: msg("The file is not a bundle of tallybox."),
  otherProcessor: msg("The bundle is for another processor. Take the other one of this version."),
};
