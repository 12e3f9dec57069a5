import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Secrets } from "../../platform/config.ts";
import { readOrElse } from "../../platform/read-file.ts";

const FILES = [
  "jwt.key",
  "device-codes.key",
  "second-factor.key",
  "setup-code",
  "tls/ca.key",
  "tls/server.key",
];

/** Everything secret that the box keeps in files and settings. */
export function readSecrets(folder: string, { tokenKey }: Secrets): string[] {
  const kept = FILES.map((file) => readOrElse(() => readFileSync(join(folder, file), "utf8").trim(), ""));
  return [...kept, tokenKey ?? ""].filter((secret) => secret !== "");
}

/** The text without them, should any have found its way into a message. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, "(secret)"), text);
}
