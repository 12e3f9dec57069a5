import { execFileSync, spawn } from "node:child_process";
import { argon2Sync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, statfsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { PEOPLE } from "../../src/demo/people.ts";
import type { Tx } from "../../src/storage/database/statement.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { moveToMainFile } from "./demo-copy.ts";
import { PROGRAMS } from "./programs.ts";

/** Files here are in memory, so flushing them costs nothing. */
const IN_MEMORY = "/dev/shm";
const TMPFS = 0x01021994;
const MIN_FREE_BYTES = 1024 ** 3;

const SETUP = join(import.meta.dirname, "../../scripts/setup.sh");

/** The folders that every run of the tests copies. */
export interface DemoFolders {
  /** The folder of both, in which tests may put others. */
  readonly parent: string;
  remove(): Promise<void>;
}

const foldersIn = (parent: string) => ({
  demoFolder: join(parent, "demo"),
  emptyFolder: join(parent, "empty"),
});

/** Gives the tests the demo's folder: that of TALLYBOX_DEMO, whose owner has filled it, or one that is filled once for all tests. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Tests of the sources start nothing.
  if (project.vitest.projects.every(({ name }) => name === "source")) return;
  const given = process.env["TALLYBOX_DEMO"];
  const filled = given === undefined ? await fillDemoFolders() : null;
  const { demoFolder, emptyFolder } = foldersIn(filled?.parent ?? given ?? "");
  project.provide("demoFolder", demoFolder);
  project.provide("emptyFolder", emptyFolder);
  return filled?.remove;
}

/** Builds the server's programs where a source is newer, and fills a demo folder with the demo itself. Each test works on a copy. */
export async function fillDemoFolders(): Promise<DemoFolders> {
  execFileSync("sh", [SETUP, "server"], { stdio: "inherit" });
  const parent = await mkdtemp(join(parentOfDataFolders(), "tallybox-demo-"));
  // Programs that root starts run as the owner of a data folder inside it.
  await chmod(parent, 0o711);
  const { demoFolder, emptyFolder } = foldersIn(parent);
  await mkdir(demoFolder);
  // Tests define the fields that they need.
  const demo = spawn(process.execPath, [PROGRAMS.demo, "--without-fields"], {
    env: { ...process.env, DATA_DIR: demoFolder, HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "error" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  for await (const piece of demo.stdout) {
    output += piece;
    if (/^ready /m.test(output)) break;
  }
  if (!/^ready /m.test(output)) throw new Error(`the demo did not start: ${output}`);
  const ended = once(demo, "exit");
  demo.kill("SIGTERM");
  const [status] = await ended;
  if (status !== 0) throw new Error(`the demo ended with status ${status}`);
  await moveToMainFile(demoFolder, hashCheaply);
  await mkdir(emptyFolder);
  await moveToMainFile(emptyFolder);
  // A browser that the end of its test kills may still write into its folder.
  const remove = () => rm(parent, { recursive: true, force: true, maxRetries: 20 });
  return { parent, remove };
}

/** A folder in memory where there is room, so that no test waits for the disk. An explicit TMPDIR takes precedence. */
function parentOfDataFolders(): string {
  if (process.env["TMPDIR"] !== undefined || !existsSync(IN_MEMORY)) return tmpdir();
  const { type, bavail, bsize } = statfsSync(IN_MEMORY);
  return type === TMPFS && bavail * bsize >= MIN_FREE_BYTES ? IN_MEMORY : tmpdir();
}

const UPDATE_SECRETS = { sql: "UPDATE user SET passwordHash = ?, pinHash = ? WHERE userName = ?", reads: [] };

/** Replaces the demo's secret hashes by cheap ones: otherwise each login of a test takes 33 ms of CPU time. */
async function hashCheaply(storage: Storage): Promise<void> {
  const update = (tx: Tx) => {
    for (const { userName, password, pin } of PEOPLE)
      tx.query(UPDATE_SECRETS, []).run(cheapHash(password), cheapHash(pin), userName);
    tx.recordWrite("user");
  };
  await storage.write(null, update, { isSilent: true });
}

/** A hash with argon2's minimum of memory and passes, in the format of src/access/secrets/secret-hash.ts. */
function cheapHash(secret: string): string {
  const nonce = randomBytes(16);
  const cost = { memory: 8, passes: 1, parallelism: 1 };
  const hash = argon2Sync("argon2id", { message: secret, nonce, tagLength: 32, ...cost });
  const text = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${text(nonce)}$${text(hash)}`;
}
