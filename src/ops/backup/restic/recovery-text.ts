import { RepositoryAccess } from "./destination.ts";

const PREFIX = "tallybox-recovery:1:";
const MAX_LENGTH = 8000;

/** The text of a recovery sheet, which alone opens the repository: `tallybox-recovery:1:` and JSON as base64url. */
export function recoveryText(access: RepositoryAccess): string {
  return PREFIX + Buffer.from(JSON.stringify(access)).toString("base64url");
}

/** Reads the text of a recovery sheet; spaces and line ends are ignored. Null: it is none, or incomplete. */
export function parseRecoveryText(text: string): RepositoryAccess | null {
  const compact = text.replaceAll(/\s/g, "");
  if (!compact.startsWith(PREFIX) || compact.length > MAX_LENGTH) return null;
  try {
    const json: unknown = JSON.parse(Buffer.from(compact.slice(PREFIX.length), "base64url").toString());
    return RepositoryAccess.safeParse(json).data ?? null;
  } catch {
    return null;
  }
}
