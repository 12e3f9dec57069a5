import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { verifyCopy } from "../../../src/ops/backup/check/verify-copy.ts";
import { parseRecoveryText } from "../../../src/ops/backup/restic/destination.ts";
import { Repository } from "../../../src/ops/backup/restic/repository.ts";
import { listGenerations } from "../../../src/storage/generations/generations.ts";
import type { Client } from "../../harness/client.ts";
import { ended, eventually } from "../../harness/eventually.ts";
import { createFolder } from "../../harness/folder.ts";
import { type ServerProcess, startServerProcess } from "../../harness/server-process.ts";
import { TIMES, times } from "../../harness/times.ts";
import { createJpeg, upload } from "../../photos/uploads.ts";
import { seededRandom } from "../../torture/random.ts";
import { programsOf } from "./programs.ts";
import { hasRestServer, hasSshServer, startRestServer, startS3Server, startSshServer } from "./servers.ts";
import { addTarget, folderDestination, needsRestic, TARGETS } from "./targets.ts";

// Backups under writers, killed with their server or their target at random moments. `npm run prove:backup` makes 100 to each kind.

needsRestic();

/** Backups to each kind of target. */
const ROUNDS = times(1);
/** A backup of the demo takes about this long. */
const BACKUP_MS = 4000;

/** A target, and how it fails and comes back; null: it can't fail alone. */
interface Place {
  readonly destination: object;
  readonly secrets?: object;
  readonly breakDown: (() => Promise<void>) | null;
}

const PLACES: Readonly<Record<string, (admin: Client) => Promise<Place | string>>> = {
  folder: async () => ({ destination: folderDestination(), breakDown: null }),
  SFTP: async (admin) => {
    if (!hasSshServer()) return "sshd is not installed (apt install openssh-server)";
    const ssh = await startSshServer();
    const { port, user, path } = ssh;
    const { body } = await admin.post("/api/backup/host-keys", { host: "127.0.0.1", port });
    ssh.authorize(body.publicKey);
    const { hostKey } = body;
    const destination = { kind: "sftp", host: "127.0.0.1", port, user, path: `${path}/box`, hostKey };
    return { destination, breakDown: ssh.restart };
  },
  REST: async () => {
    if (!hasRestServer()) return "rclone is not installed (apt install rclone)";
    const { destination, password, restart } = await startRestServer();
    return { destination, secrets: { password }, breakDown: restart };
  },
  S3: async () => {
    const { destination, secretAccessKey } = await startS3Server();
    return { destination, secrets: { secretAccessKey }, breakDown: null };
  },
};

/** Writes locations and photos, through kills of the server, until it is ended. */
function startWriter(server: ServerProcess) {
  const acknowledged: string[] = [];
  let goesOn = true;
  const write = async () => {
    let client: Client | null = null;
    for (let i = 0; goesOn; i++) {
      if (client === null || i % 500 === 0) client = await server.as("admin").catch(() => client);
      if (client === null) throw new Error("no login");
      const name = `written ${i}`;
      const response = await client.post("/api/locations", { name }).catch(() => null);
      if (response?.status === 201) acknowledged.push(name);
      // allow pause: until the next try at a server that is killed
      else await sleep(20);
      if (i % 15 === 0) await upload(client, 101, await createJpeg(640, 480)).catch(() => null);
    }
  };
  const ended = write();
  return {
    acknowledged,
    async end() {
      goesOn = false;
      await ended;
    },
  };
}

/** Restores the newest backup by the recovery sheet alone; returns what a check of it finds, and the names of its locations. */
async function restored(recoveryText: string) {
  const access = parseRecoveryText(recoveryText);
  if (access === null) throw new Error("the recovery sheet can't be read");
  const repository = new Repository(access, { work: createFolder(), cache: null });
  await repository.unlock();
  const [newest] = await repository.snapshots();
  if (newest === undefined) throw new Error("there is no snapshot");
  const [into, scratch] = [createFolder(), createFolder()];
  await repository.restore(newest.id, into);
  const { problems } = await verifyCopy(into, scratch, () => {}, Date.parse(newest.at));
  const database = new Database(join(into, listGenerations(into).at(-1) ?? ""));
  const names = new Set(database.prepare("SELECT name FROM location").pluck().all());
  database.close();
  // A hundred copies would fill the disk.
  for (const folder of [into, scratch]) rmSync(folder, { recursive: true });
  return { problems: problems.first, names };
}

/** What a proof has done so far. */
interface Figures {
  killed: number;
  broken: number;
  /** Kills and breakdowns during a backup. */
  during: number;
  found: number;
}

/** Tells how far a long proof has come. */
function logRound(kind: string, round: number, { killed, broken, during, found }: Figures): void {
  if (TIMES === 1) return;
  const ends = `${killed} times the server killed, ${broken} times the target, ${during} of them during a backup`;
  process.stderr.write(
    `${kind}: ${round} of ${ROUNDS} backups restored and whole; ${ends}; ${found} writes, 0 missing\n`,
  );
}

test.for(Object.entries(PLACES))(
  `%s: ${ROUNDS} backups under a writer, killed at random moments, hold everything that was acknowledged before they began`,
  async ([kind, prepare], { skip }) => {
    const figures: Figures = { killed: 0, broken: 0, during: 0, found: 0 };
    const random = seededRandom(7);
    const server = await startServerProcess();
    let admin = await server.as("admin");
    const place = await prepare(admin);
    if (typeof place === "string") return skip(place);
    const { destination, secrets = {}, breakDown } = place;
    const { path, sheet, oid } = await addTarget(admin, destination, secrets);
    const stateOf = async () =>
      (await admin.get(TARGETS)).body.find((one: { oid: number }) => one.oid === oid);
    const idle = () => ended(stateOf, ({ state, lastRun }) => state !== "running" && lastRun !== null);
    await idle();
    const writer = startWriter(server);
    for (let round = 0; round < ROUNDS; round++) {
      // Access tokens expire in a long proof.
      admin = await server.as("admin");
      await admin.post(`${path}/runs`);
      // allow pause: the kill comes at a random time of the backup
      await sleep(random.between(0, BACKUP_MS));
      if ((await stateOf()).state === "running") figures.during += 1;
      if (breakDown !== null && random.isBelow(0.5)) {
        figures.broken += 1;
        await breakDown();
        await idle();
      } else {
        figures.killed += 1;
        await server.kill();
        await eventually(() => expect(programsOf(server.folder)).toEqual([]));
        await server.start();
      }
      const before = (await stateOf()).lastRun.oid;
      const acknowledged = [...writer.acknowledged];
      expect((await admin.post(`${path}/runs`)).status).toBe(201);
      const { lastRun } = await ended(
        stateOf,
        ({ state, lastRun }) => state !== "running" && lastRun.oid !== before,
      );
      expect(lastRun).toMatchObject({ error: null });
      const { problems, names } = await restored(sheet.text);
      expect(problems).toEqual([]);
      expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);
      figures.found = acknowledged.length;
      logRound(kind, round + 1, figures);
    }
    await writer.end();
    expect(writer.acknowledged.length).toBeGreaterThan(20);
  },
);
