import { sqlite, statement } from "../../src/storage/database/statement.ts";
import type { JobProgram } from "../../src/storage/jobs/job-program.ts";

const rename = statement((p: { tenantId: number; name: string; change: number }) =>
  sqlite.updateTable("article").set({ name: p.name, change: p.change }).where("tenantId", "=", p.tenantId),
);

/** How the program of the tests ends: by an error of its own, or with its thread. */
export type FailingEnd = "error" | "crash";

/** Renames every article, then fails. */
// biome-ignore lint/correctness/useYield: it fails in its first unit
export const run: JobProgram<FailingEnd, null, null> = function* ({ tx, input }) {
  rename.run(tx, { tenantId: 1, name: "Renamed", change: tx.change });
  if (input === "crash") process.exit(1);
  throw new Error("broken");
};
