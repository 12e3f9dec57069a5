import { createHash, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { open } from "node:fs/promises";
import { z } from "zod";
import { publicKeyOf } from "./key.ts";

// A sealed file ends with its seal: the hash of all bytes before it, and the signature of that hash. So a file can be checked by
// itself. The seal is a member of the JSON, and a comment behind the end of the PDF.

/** The formats of sealed files. */
export const SEALED_FORMATS = ["json", "pdf"] as const;
export type SealedFormat = (typeof SEALED_FORMATS)[number];
/** What the signature says that a file is: a record, or an addendum to one. */
export const SEALED_KINDS = [...SEALED_FORMATS, "addendum json"] as const;
export type SealedKind = (typeof SEALED_KINDS)[number];
/** What has a seal: those files, and the list of hashes in an archive. */
export type SealFormat = SealedKind | "sums";

/** So many bytes in their only hexadecimal form. */
const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`));
const Seal = z.object({ sha256: hex(32), signature: hex(64), publicKey: hex(32) });
/** The hash of all bytes before the seal, and its signature with the public key (Ed25519, RFC 8032); hexadecimal. */
export type Seal = z.output<typeof Seal>;

const OF_JSON = { opening: ',"seal":', closing: "}\n" } as const;
const ENDS = {
  json: OF_JSON,
  pdf: { opening: "%tallybox-seal ", closing: "\n" },
  "addendum json": OF_JSON,
  // A comment, which sha256sum ignores.
  sums: { opening: "#tallybox-seal ", closing: "\n" },
} as const satisfies Readonly<Record<SealFormat, object>>;
/** More than any seal. */
const MAX_SEAL_BYTES = 1024;

/** The bytes that are signed. */
const signed = (format: SealFormat, sha256: string) => Buffer.from(`tallybox record 1\n${format}\n${sha256}`);

/** Seals the file whose bytes have this hash with an Ed25519 private key. */
export function makeSeal(key: KeyObject, format: SealFormat, sha256: string): Seal {
  const signature = sign(null, signed(format, sha256), key).toString("hex");
  return { sha256, signature, publicKey: publicKeyOf(key) };
}

/** The end of a sealed file. */
export function endOf(format: SealFormat, { sha256, signature, publicKey }: Seal): string {
  const { opening, closing } = ENDS[format];
  return opening + JSON.stringify({ sha256, signature, publicKey }) + closing;
}

/** What a file says of itself. `changed`: its content or its seal is another one than at the sealing. */
type CheckedFile<F extends SealFormat> =
  | { readonly outcome: "valid"; readonly format: F; readonly seal: Seal }
  | { readonly outcome: "changed" | "noSeal" };

/** Checks a record or an addendum against its seal; whose key signed it is for the caller to compare. Rejects with the error of the disk. */
export async function checkFile(path: string): Promise<CheckedFile<SealedKind>> {
  await using file = await open(path, "r");
  if (!(await file.stat()).isFile()) throw new Error(`${path} is not a file`);
  return await checkContent(file.createReadStream({ autoClose: false }), SEALED_KINDS);
}

/** Checks content, which comes piece by piece, against its seal of one of these formats. */
export async function checkContent<F extends SealFormat>(
  content: AsyncIterable<Buffer>,
  formats: readonly F[],
): Promise<CheckedFile<F>> {
  const hash = createHash("sha256");
  let tail = Buffer.alloc(0);
  for await (const piece of content) {
    const bytes = Buffer.concat([tail, piece]);
    const end = Math.max(0, bytes.length - MAX_SEAL_BYTES);
    hash.update(bytes.subarray(0, end));
    tail = bytes.subarray(end);
  }
  const sealed = findSeal(tail.toString("latin1"), formats);
  if (sealed === null) return { outcome: "noSeal" };
  const { formats: possible, seal, length } = sealed;
  hash.update(tail.subarray(0, tail.length - length));
  const isWhole = hash.digest("hex") === seal.sha256;
  const format = isWhole ? possible.find((one) => isSigned(one, seal)) : undefined;
  return format === undefined ? { outcome: "changed" } : { outcome: "valid", format, seal };
}

/**
 * The seal at the end of a file, its length in bytes, and those of the formats that end so. Null for text behind a seal, and for another
 * spelling than `endOf` writes.
 */
function findSeal<F extends SealFormat>(
  tail: string,
  formats: readonly F[],
): { readonly formats: readonly F[]; readonly seal: Seal; readonly length: number } | null {
  for (const format of formats) {
    const { opening, closing } = ENDS[format];
    const at = tail.lastIndexOf(opening);
    if (at === -1 || !tail.endsWith(closing)) continue;
    const text = tail.slice(at + opening.length, tail.length - closing.length);
    const seal = parseSeal(text);
    if (seal !== null && tail.endsWith(endOf(format, seal))) {
      const possible = formats.filter((one) => ENDS[one].opening === opening);
      return { formats: possible, seal, length: tail.length - at };
    }
  }
  return null;
}

function parseSeal(text: string): Seal | null {
  try {
    return Seal.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isSigned(format: SealFormat, { sha256, signature, publicKey }: Seal): boolean {
  const x = Buffer.from(publicKey, "hex").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  return verify(null, signed(format, sha256), key, Buffer.from(signature, "hex"));
}
