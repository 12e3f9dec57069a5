import fs, { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import Database from "better-sqlite3";

// A start on the folder of the first argument and a stop, as a process. Each change of the database or of a file is a point: the
// process appends its name to the file POINTS, or is killed right before the point with the number KILL_AT.

const killAt = Number(process.env["KILL_AT"] ?? 0);
const pointsFile = process.env["POINTS"];
let count = 0;

function reach(point: string): void {
  count++;
  if (count === killAt) process.kill(process.pid, "SIGKILL");
  if (pointsFile !== undefined)
    appendFileSync(pointsFile, `${point.replaceAll(/\s+/g, " ").slice(0, 200)}\n`);
}

/** Makes each call of this method a point, named after its first argument. With `only`, calls with other arguments are none. */
function watch(object: object, name: string, only = /^/): void {
  const original: unknown = Reflect.get(object, name);
  if (typeof original !== "function") throw new Error(`${name} is not a function`);
  const watched = function (this: unknown, ...args: unknown[]): unknown {
    const [first = ""] = args;
    if (only.test(String(first))) reach(`${name} ${String(first)}`);
    return Reflect.apply(original, this, args);
  };
  Reflect.set(object, name, watched);
}

watch(Database.prototype, "exec");
watch(Database.prototype, "pragma", / = /);
watch(Database.prototype, "prepare", /^(VACUUM|ATTACH)/);
watch(Database.prototype, "close");
for (const name of ["renameSync", "rmSync", "fsyncSync", "fdatasyncSync"]) watch(fs, name);
syncBuiltinESMExports();

// The program must get the watched functions.
const { makeClock } = await import("../../src/platform/clock.ts");
const { openStorage } = await import("../../src/storage/open-storage.ts");
const storage = await openStorage({
  folder: process.argv[2] ?? "",
  clock: makeClock(),
  reserveBytes: 0,
  onSyncFailure(error) {
    throw error;
  },
});
await storage.close();
