import { makeLog } from "../src/platform/log.ts";

// Writes log entries; lines are never written by the time. Ends when standard input ends.

globalThis.setInterval = (() => ({ unref: () => {} })) as unknown as typeof setInterval;
const log = makeLog("info");
for (const level of process.argv.slice(2)) log[level as "info" | "warn" | "error"](`the ${level}`);
process.stdin.resume();
process.stdin.on("end", () => process.exit());
