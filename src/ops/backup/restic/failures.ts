import type { BackupError } from "../../../domain/backup-targets.ts";
import { errorMessage } from "../../../platform/error-code.ts";
import { ProcessKilled } from "../../programs/run.ts";

/** Something with a repository failed. */
export class RepositoryError extends Error {
  readonly kind: BackupError;
  /** Last lines of restic's messages, without secrets. */
  readonly detail: string;

  constructor(kind: BackupError, detail: string) {
    super(`${kind}: ${detail}`);
    this.name = "RepositoryError";
    this.kind = kind;
    this.detail = detail;
  }
}

/** An error of another kind as `other`. */
export function asRepositoryError(error: unknown): RepositoryError {
  if (error instanceof RepositoryError) return error;
  return error instanceof ProcessKilled
    ? new RepositoryError("killed", "")
    : new RepositoryError("other", errorMessage(error));
}

const MAX_DETAIL = 600;
const DISK_FULL = /no space left on device|disk quota exceeded/i;

/** What restic, ssh and their servers say, the more specific first. */
const SIGNS: readonly (readonly [BackupError, RegExp])[] = [
  ["hostKey", /host key verification failed|host identification has changed/i],
  ["login", /permission denied \((?:publickey|password|keyboard)|too many authentication failures/i],
  ["login", /\b401\b|\b403 forbidden|unauthorized|access ?denied|invalidaccesskeyid|signaturedoesnotmatch/i],
  ["login", /access key id you provided does not exist|signature we calculated does not match/i],
  ["passphrase", /wrong password or no key found/i],
  ["exists", /config file already exists|already initialized|repository master key and config already/i],
  ["locked", /repository is already locked/i],
  ["targetFull", DISK_FULL],
  ["targetFull", /insufficient storage|\b507\b|quota/i],
  ["blocked", /operation not permitted/i],
  ["noHttps", /server gave http response to https client/i],
  ["certificate", /tls: |x509: /i],
  ["unreachable", /connection refused|no route to host|network is unreachable|no such host|i\/o timeout/i],
  ["unreachable", /connection timed out|could not resolve hostname|name or service not known/i],
  [
    "unreachable",
    /connection reset|connection closed|broken pipe|server misbehaving|unable to start the sftp session/i,
  ],
  ["notWritable", /permission denied|read-only file system/i],
  ["noRepository", /is there a repository at the following location|unable to open config file/i],
  ["noRepository", /no such file or directory|bucket does not exist|nosuchbucket/i],
  [
    "damaged",
    /ciphertext verification failed|invalid data returned|not found in (?:index|repository)|does not match (?:id|hash)/i,
  ],
];

/** Whether restic has read a pack that is missing or damaged. */
function isDamagedPack(line: string): boolean {
  const [, ...error] = line.split("StreamPack: ");
  return /no such file|does not exist|\b404\b|unexpected EOF|invalid data/i.test(error.join(" "));
}

/** The kind of a failure by what the programs have said. `own`: folders of this server that they write into. */
export function failureKind(messages: string, own: readonly string[] = []): BackupError {
  const lines = messages.split("\n");
  if (lines.some(isDamagedPack)) return "damaged";
  const kind = SIGNS.find(([, sign]) => sign.test(messages))?.[0] ?? "other";
  const isOwn = (line: string) => DISK_FULL.test(line) && own.some((folder) => line.includes(`${folder}/`));
  return kind === "targetFull" && lines.some(isOwn) ? "noSpace" : kind;
}

/** The end of the messages in one line, without the secrets. */
export function detailOf(messages: string, secrets: readonly string[]): string {
  let shown = messages
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" · ");
  for (const secret of secrets) {
    if (secret === "") continue;
    shown = shown.replaceAll(secret, "***").replaceAll(encodeURIComponent(secret), "***");
  }
  return shown.length <= MAX_DETAIL ? shown : `… ${shown.slice(-MAX_DETAIL)}`;
}
