import { existsSync, readdirSync, readFileSync } from "node:fs";
import { arch, freemem, release, totalmem, uptime } from "node:os";
import { join } from "node:path";
import { readOrElse } from "../../platform/read-file.ts";
import { VERSION } from "../../platform/version.ts";
import { INSTALL_FOLDER, RELEASE_FOLDER } from "../installation.ts";
import { formatBytes, formatDuration } from "./format.ts";

/** Versions of the program and facts of the machine. */
export function describeProgram(): string[] {
  const system = /^PRETTY_NAME="?([^"\n]*)/m.exec(
    readOrElse(() => readFileSync("/etc/os-release", "utf8"), ""),
  )?.[1];
  const versions = readOrElse(() => readdirSync(INSTALL_FOLDER), []).filter((name) => /^\d/.test(name));
  const lines = [
    `tallybox ${VERSION.version} (contract ${VERSION.contractVersion}, Node ${process.versions.node}) in ${RELEASE_FOLDER}`,
    `${system ?? "an unknown system"}, Linux ${release()}, ${arch()}, up for ${formatDuration(uptime())}`,
    `memory: ${formatBytes(freemem())} of ${formatBytes(totalmem())} free`,
  ];
  if (versions.length > 0) lines.push(`installed versions: ${versions.join(", ")}`);
  if (existsSync(join(INSTALL_FOLDER, "switch")))
    lines.push("an upgrade was interrupted in its last step; the next start of the service completes it");
  return lines;
}
