import fs from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";

// Loaded before a program (`node --import`): the program is killed right before its n-th rename or in the middle of its
// n-th removal of a folder, n from KILL_AT.

const killAt = Number(process.env["KILL_AT"]);
let count = 0;
function isTime(): boolean {
  count++;
  return count === killAt;
}
const kill = () => process.kill(process.pid, "SIGKILL");

const { rename, rm } = promises;
const { renameSync, rmSync } = fs;
promises.rename = async (from, to) => {
  if (isTime()) kill();
  await rename(from, to);
};
fs.renameSync = (from, to) => {
  if (isTime()) kill();
  renameSync(from, to);
};
promises.rm = async (path, options) => {
  if (isTime()) {
    // A folder is removed file by file. The worst case is that its progress file is the first.
    rmSync(join(String(path), "moved-out"), { force: true });
    kill();
  }
  await rm(path, options);
};
syncBuiltinESMExports();
