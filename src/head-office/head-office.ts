import { createHash, randomUUID } from "node:crypto";
import { Socket } from "node:net";
import { hostname } from "node:os";
import { Client, DatabaseError } from "pg";
import { z } from "zod";
import { type ChangeWait, makeChangeWait } from "../change-feed/wait.ts";
import type { Message } from "../domain/message.ts";
import { FIRST_TENANT } from "../domain/roles.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { pause, pauseAfter } from "../platform/back-off.ts";
import type { OfficeAccess } from "../platform/office-address.ts";
import { readSmallFile } from "../platform/read-file.ts";
import { VERSION } from "../platform/version.ts";
import { findSiteName } from "../settings/settings.ts";
import { findAppState, saveAppState } from "../storage/app-state.ts";
import type { Db } from "../storage/database/statement.ts";
import type { Storage } from "../storage/storage.ts";
import { connectionOf, OfficeReader } from "./connection.ts";
import { deliver, readBatch, registerSite, type Site } from "./deliver.ts";
import { causeOf } from "./errors.ts";
import { type OfficeLogin, readLogin } from "./login.ts";
import { MasterData } from "./master-data.ts";
import { migrateOffice } from "./schema.ts";

/** Changes are collected for this time: a busy site delivers larger batches, at less cost. */
const COLLECT_MS = 500;
/** Without changes the head office hears of the site this often. */
const SIGN_OF_LIFE_MS = 10_000;
const NOT_SET_UP_MS = 5000;
/** Pauses after failures in a row, times the first one; the last one repeats. */
const PAUSES = [1, 2, 4, 8, 16, 32, 60];
const FIRST_PAUSE_MS = 1000;

/** What the delivery to the head office does. Times: milliseconds since 1970; null: not since the start. */
interface OfficeStatus {
  /** `loading`: the head office does not have all records yet; `current`: it has every change. */
  readonly state: "connecting" | "loading" | "behind" | "current" | "failing";
  /** UUID of the site in the head office; null: not known yet. */
  readonly site: string | null;
  /** The records of the head office were those of the site at this time. */
  readonly currentAt: number | null;
  /** Changes that the head office does not have yet; null: not known. */
  readonly behind: number | null;
  /** Why the delivery fails, and since when; null: it does not. */
  readonly failure: { readonly cause: Message; readonly since: number } | null;
  /** What the login of this server may do; null: not known yet. */
  readonly login: OfficeLogin | null;
}

/** The delivery of the site's records to the head office. The site never waits for it. */
export class HeadOffice {
  readonly #dependencies: Dependencies;
  readonly #access: OfficeAccess;
  readonly #changes: ChangeWait;
  /** For the questions of people. */
  readonly reader: OfficeReader;
  readonly #pausesMs: readonly number[];
  readonly #stopping = new AbortController();
  readonly #masterData: MasterData;
  readonly #pollMs: number;
  #running: Promise<void> = Promise.resolve();
  #failures = 0;
  #status: OfficeStatus = {
    state: "connecting",
    site: null,
    currentAt: null,
    behind: null,
    failure: null,
    login: null,
  };

  /**
   * `firstPauseMs`: before the first try after an error; each further pause is twice as long, up to sixty times the first. `pollMs`: between two
   * reads of the master data.
   */
  constructor(
    dependencies: Dependencies,
    access: OfficeAccess,
    firstPauseMs = FIRST_PAUSE_MS,
    pollMs = SIGN_OF_LIFE_MS,
  ) {
    this.#pausesMs = PAUSES.map((times) => times * firstPauseMs);
    this.#masterData = new MasterData(dependencies, pollMs);
    this.#pollMs = pollMs;
    this.#dependencies = dependencies;
    this.#access = access;
    this.reader = new OfficeReader(access, dependencies.log);
    this.#changes = makeChangeWait(dependencies.storage, COLLECT_MS);
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Ends the connection at once; what was not committed is delivered after the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await this.reader.stop();
  }

  /** Where the database is. */
  get address(): Pick<OfficeAccess, "host" | "port" | "database"> {
    return this.#access;
  }

  status(): OfficeStatus {
    return this.#status;
  }

  masterData() {
    return this.#masterData.status();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await this.#connectAndDeliver();
      } catch (error) {
        if (signal.aborted) return;
        this.#fail(error);
      }
      // Half of the pause is random: sites that lost the office together do not come back together.
      const longest = pauseAfter(this.#pausesMs, Math.max(1, this.#failures));
      await pause(longest / 2 + (Math.random() * longest) / 2, signal);
    }
  }

  #fail(error: unknown): void {
    const { clock, log } = this.#dependencies;
    this.#failures++;
    const since = this.#status.failure?.since ?? clock.now();
    if (this.#failures === 1) log.warn({ err: error }, "the head office gets no changes; trying again");
    this.#status = {
      ...this.#status,
      state: "failing",
      behind: null,
      failure: { cause: causeOf(error), since },
    };
  }

  async #connectAndDeliver(): Promise<void> {
    const site = await findOwnSite(this.#dependencies.storage);
    if (site === null) {
      await pause(NOT_SET_UP_MS, this.#stopping.signal);
      return;
    }
    this.#status = { ...this.#status, site: site.id };
    await this.#masterData.count();
    this.#stopping.signal.throwIfAborted();
    const socket = new Socket();
    const ended = new AbortController();
    const signal = AbortSignal.any([this.#stopping.signal, ended.signal]);
    signal.addEventListener("abort", () => socket.destroy(), { once: true });
    const client = new Client({ ...connectionOf(this.#access), stream: () => socket });
    // The query that runs then rejects, too.
    client.on("error", (error) => ended.abort(error));
    client.on("end", () => ended.abort(new Error("Connection terminated")));
    try {
      await client.connect();
      await migrateOffice(client, site.machine, signal);
      await this.#deliverAll(client, site, signal);
    } finally {
      socket.destroy();
    }
  }

  /** Delivers each change until the connection ends. */
  async #deliverAll(client: Client, site: Site, signal: AbortSignal): Promise<void> {
    const { storage } = this.#dependencies;
    let loginReadAt = Number.NEGATIVE_INFINITY;
    let delivered = await registerSite(client, site);
    let position = delivered;
    let deliveredAt = Number.NEGATIVE_INFINITY;
    const readMasterData = this.#masterData.follow(client, site.id);
    const waitMs = Math.min(SIGN_OF_LIFE_MS, this.#pollMs);
    for (;;) {
      signal.throwIfAborted();
      // The head office may give it other rights at any time.
      if (performance.now() - loginReadAt >= SIGN_OF_LIFE_MS) {
        this.#status = { ...this.#status, login: await readLogin(client).catch(notKnown) };
        loginReadAt = performance.now();
      }
      const version = this.#changes.versionOf(FIRST_TENANT);
      const batch = await readBatch(storage, FIRST_TENANT, position);
      position = batch.cursor;
      const silentMs = performance.now() - deliveredAt;
      if (batch.parts.length > 0 || batch.isWhole || silentMs >= SIGN_OF_LIFE_MS) {
        // The name may have changed since the connection began.
        const name = findSiteName(storage.db, FIRST_TENANT) ?? site.name;
        await deliver(client, { ...site, name }, delivered, batch);
        delivered = batch.cursor;
        deliveredAt = performance.now();
        this.#noteDelivery(batch);
      }
      const isReading = await readMasterData();
      if (!batch.hasMore && !isReading) await this.#changes.wait(FIRST_TENANT, version, waitMs, signal);
    }
  }

  #noteDelivery({ isCopying, hasMore, behind }: Awaited<ReturnType<typeof readBatch>>): void {
    const { clock, log } = this.#dependencies;
    if (this.#failures > 0) log.info("the head office gets changes again");
    this.#failures = 0;
    const following = hasMore ? "behind" : "current";
    this.#status = {
      ...this.#status,
      state: isCopying ? "loading" : following,
      currentAt: hasMore ? this.#status.currentAt : clock.now(),
      behind,
      failure: null,
    };
  }
}

/** A database whose catalog can't answer is none of the delivery's errors. */
function notKnown(error: Error): null {
  if (error instanceof DatabaseError) return null;
  throw error;
}

const Stored = z.object({ site: z.uuid() });

const findId = (db: Db): string | null => {
  const found = findAppState(db, "headOffice");
  return found && Stored.parse(found.content).site;
};

/**
 * The site of this server; null: it is not set up yet. Its id is made at the first call and stays the same after a restart and
 * after a restore. Rejects with Unavailable while the disk is nearly full.
 */
async function findOwnSite(storage: Storage): Promise<Site | null> {
  const name = findSiteName(storage.db, FIRST_TENANT);
  if (name === null) return null;
  const id = findId(storage.db) ?? (await storage.write(null, createId));
  await storage.durable();
  return { id, name, version: VERSION.version, machine: machineOf(storage.folder) };

  function createId(tx: Parameters<typeof saveAppState>[0]): string {
    const site = findId(tx) ?? randomUUID();
    saveAppState(tx, "headOffice", { site });
    return site;
  }
}

/** Identifies this machine and the data folder on it, without revealing them. */
function machineOf(folder: string): string {
  const machine = readSmallFile("/etc/machine-id") ?? hostname();
  return createHash("sha256").update(`${machine}\n${folder}`).digest("hex").slice(0, 16);
}
