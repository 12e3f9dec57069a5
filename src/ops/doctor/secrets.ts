import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Secrets } from "../../platform/config.ts";
import { readOrElse } from "../../platform/read-file.ts";

const FILES = [
  "jwt.key",
  "device-codes.key",
  "second-factor.key",
  "webhooks.key",
  "backup.key",
  "setup-code",
  "tls/ca.key",
  "tls/server.key",
];

/** Reads all secrets in files and settings of the server. */
export function readSecrets(folder: string, { tokenKey, headOffice }: Secrets): string[] {
  const secrets = FILES.map((file) => readOrElse(() => readFileSync(join(folder, file), "utf8").trim(), ""));
  return [...secrets, tokenKey ?? "", headOffice?.password ?? ""].filter((secret) => secret !== "");
}

/** Replaces secrets in a text, in case a message contains one. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, "(secret)"), text);
}
