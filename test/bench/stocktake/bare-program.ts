import { type BareJob, carryOut } from "./bare-jobs.ts";

// `node bare-program.ts`: the bare better-sqlite3 program. It receives jobs and sends back their times.

process.on("disconnect", () => process.exit());
process.on("message", (job: BareJob) => process.send?.(carryOut(job)));
process.send?.("ready");
