import { existsSync, readdirSync, readFileSync } from "node:fs";
import { arch, freemem, release, totalmem, uptime } from "node:os";
import { join } from "node:path";
import { VERSION } from "../../platform/version.ts";
import { INSTALLED_UNDER, RELEASE_FOLDER } from "../systemd/installed.ts";
import { seen } from "../systemd/observed.ts";
import { duration, size } from "./messages.ts";

/** The versions, and the machine. */
export function aboutProgram(): string[] {
  const system = /^PRETTY_NAME="?([^"\n]*)/m.exec(
    seen(() => readFileSync("/etc/os-release", "utf8"), ""),
  )?.[1];
  const versions = seen(() => readdirSync(INSTALLED_UNDER), []).filter((name) => /^\d/.test(name));
  const lines = [
    `tallybox ${VERSION.version} (contract ${VERSION.contractVersion}, Node ${process.versions.node}) in ${RELEASE_FOLDER}`,
    `${system ?? "an unknown system"}, Linux ${release()}, ${arch()}, up for ${duration(uptime())}`,
    `memory: ${size(freemem())} of ${size(totalmem())} free`,
  ];
  if (versions.length > 0) lines.push(`installed versions: ${versions.join(", ")}`);
  if (existsSync(join(INSTALLED_UNDER, "switch")))
    lines.push("an upgrade was interrupted in its last step; the next start of the service completes it");
  return lines;
}
