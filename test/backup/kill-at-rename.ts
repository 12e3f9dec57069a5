import fs from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

// Loaded before a program (`node --import`): the program is killed right before its n-th rename, n from KILL_AT.

const killAt = Number(process.env["KILL_AT"]);
let count = 0;
function countOne(): void {
  count++;
  if (count === killAt) process.kill(process.pid, "SIGKILL");
}
const { rename } = promises;
const { renameSync } = fs;
promises.rename = async (from, to) => {
  countOne();
  await rename(from, to);
};
fs.renameSync = (from, to) => {
  countOne();
  renameSync(from, to);
};
syncBuiltinESMExports();
