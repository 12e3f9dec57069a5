import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDemo } from "../../harness/demo-process.ts";
import { type Call, callerOf, logIn } from "../../torture/call.ts";
import { type ServerProcess, startServerProcess } from "../../torture/server-process.ts";
import { type Postgres, startPostgres } from "../postgres.ts";
import { createOffice, loginOf } from "../set-up.ts";

/** Sites start in groups: all at once would only wait for the processor. */
const GROUP = 4;
/** Connections of the sites, of the comparison and of the database's owner. */
const SPARE_CONNECTIONS = 20;

/** One site: the real server on a data folder of its own, with a login of its own in the head office. */
export class Site {
  readonly name: string;
  readonly folder: string;
  readonly #token: string;
  readonly #office: string;
  #server: ServerProcess | null = null;

  constructor(name: string, folder: string, token: string, office: string) {
    this.name = name;
    this.folder = folder;
    this.#token = token;
    this.#office = office;
  }

  /** Its login in the head office. */
  get login(): string {
    return loginOf(this.#office);
  }

  async start(): Promise<void> {
    this.#server = await startServerProcess(this.folder, { HEAD_OFFICE_URL: this.#office });
  }

  get isRunning(): boolean {
    return this.#server !== null;
  }

  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const server = this.#server;
    this.#server = null;
    await server?.end(signal);
  }

  /** Sends a request as an Admin. Rejects while the site does not run. */
  get call(): Call {
    if (this.#server === null) throw new Error(`${this.name} does not run`);
    return callerOf(this.#server.url, this.#token);
  }
}

/** Sites with the same data at first, and their head office. */
export interface Fleet {
  readonly sites: readonly Site[];
  readonly postgres: Postgres;
  /** The head office's database, for its owner. */
  readonly office: string;
  remove(): Promise<void>;
}

/** Makes the demo's warehouse with so many articles for each site. No site is started. */
export async function createFleet(sites: number, articles: number): Promise<Fleet> {
  const scratch = await mkdtemp(join(tmpdir(), "tallybox-fleet-"));
  const template = join(scratch, "template");
  await mkdir(template);
  await (await startDemo(template, { args: ["--articles", `${articles}`] })).end("SIGTERM");
  const server = await startServerProcess(template);
  const token = await logIn(server.url);
  await server.end("SIGTERM");
  const connections = sites + SPARE_CONNECTIONS;
  const postgres = await startPostgres({ fsync: "on", max_connections: `${connections}` });
  const { url: office, addLogin } = await createOffice(postgres, "company");
  const made: Site[] = [];
  for (let number = 1; number <= sites; number++) {
    const name = `site_${number}`;
    const folder = join(scratch, name);
    await cp(template, folder, { recursive: true });
    made.push(new Site(name, folder, token, await addLogin()));
  }
  return {
    sites: made,
    postgres,
    office,
    async remove() {
      for (const site of made) await site.end("SIGKILL");
      await postgres.remove();
      await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Starts all sites, in groups. */
export async function startAll({ sites }: Fleet): Promise<void> {
  for (let first = 0; first < sites.length; first += GROUP)
    await Promise.all(sites.slice(first, first + GROUP).map((site) => site.start()));
}
