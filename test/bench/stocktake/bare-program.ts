import { type BareJob, carryOut } from "./bare-jobs.ts";

// `node bare-program.ts`: the bare better-sqlite3 program. A job comes, what it took goes back.

process.on("disconnect", () => process.exit());
process.on("message", (job: BareJob) => process.send?.(carryOut(job)));
process.send?.("ready");
