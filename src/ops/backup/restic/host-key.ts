import { createHash } from "node:crypto";
import { detailOf, failureKind, RepositoryError } from "./failures.ts";
import { keyscanPath } from "./programs.ts";
import { runProgram } from "./run.ts";

/** The key of an SSH server. */
interface HostKey {
  /** Type and key, as in a file of known hosts. */
  readonly hostKey: string;
  /** `SHA256:` and base64, as ssh shows it. */
  readonly fingerprint: string;
}

/** The best first. */
const TYPES = ["ssh-ed25519", "ecdsa-sha2-nistp256", "ssh-rsa"];
const TIMEOUT_S = 10;

/** Asks an SSH server for its key. Rejects with RepositoryError. */
export async function readHostKey(host: string, port: number, signal?: AbortSignal): Promise<HostKey> {
  const end = await runProgram({
    program: keyscanPath(),
    args: ["-T", String(TIMEOUT_S), "-t", "ed25519,ecdsa,rsa", "-p", String(port), host],
    env: { PATH: "/usr/bin:/bin" },
    timeoutMs: 3 * TIMEOUT_S * 1000,
    signal,
  });
  signal?.throwIfAborted();
  const keys = end.lines.filter((line) => !line.startsWith("#")).map((line) => line.split(" ").slice(1, 3));
  for (const type of TYPES) {
    const [, key] = keys.find(([one]) => one === type) ?? [];
    if (key !== undefined) return { hostKey: `${type} ${key}`, fingerprint: fingerprintOf(`${type} ${key}`) };
  }
  const kind = failureKind(end.messages);
  throw new RepositoryError(kind === "other" ? "unreachable" : kind, detailOf(end.messages, []));
}

/** The SHA-256 fingerprint of a host key, as ssh shows it. */
function fingerprintOf(hostKey: string): string {
  const [, key = ""] = hostKey.split(" ");
  const digest = createHash("sha256").update(Buffer.from(key, "base64")).digest("base64");
  return `SHA256:${digest.replaceAll("=", "")}`;
}
