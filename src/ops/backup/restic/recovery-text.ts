import { deflateRawSync, inflateRawSync } from "node:zlib";
import { RepositoryAccess } from "./destination.ts";

const PLAIN = "tallybox-recovery:1:";
/** With a certificate, which would not fit into a QR code otherwise. */
const COMPRESSED = "tallybox-recovery:2:";
const MAX_BYTES = 20_000;
const MAX_LENGTH = 8000;

/** The text of a recovery sheet, which alone opens the repository: a prefix and JSON as base64url, compressed where it has a certificate. */
export function recoveryText(access: RepositoryAccess): string {
  const json = JSON.stringify(access);
  const { destination } = access;
  return "caCertificate" in destination && destination.caCertificate !== undefined
    ? COMPRESSED + deflateRawSync(json, { level: 9 }).toString("base64url")
    : PLAIN + Buffer.from(json).toString("base64url");
}

/** Reads the text of a recovery sheet; spaces and line ends are ignored. Null: it is none, or incomplete. */
export function parseRecoveryText(text: string): RepositoryAccess | null {
  const compact = text.replaceAll(/\s/g, "");
  if (compact.length > MAX_LENGTH) return null;
  try {
    const json: unknown = JSON.parse(jsonOf(compact));
    return RepositoryAccess.safeParse(json).data ?? null;
  } catch {
    return null;
  }
}

function jsonOf(text: string): string {
  const bytes = (prefix: string) => Buffer.from(text.slice(prefix.length), "base64url");
  if (text.startsWith(PLAIN)) return bytes(PLAIN).toString();
  if (!text.startsWith(COMPRESSED)) return "";
  return inflateRawSync(bytes(COMPRESSED), { maxOutputLength: MAX_BYTES }).toString();
}
