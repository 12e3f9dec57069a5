import { serveAmounts } from "./callers.ts";
import { bareCount } from "./rows.ts";

// `node bare.ts DATABASE`: the bare program, its callers inside it.

const count = bareCount(process.argv[2] ?? "");
serveAmounts(async (caller) => {
  count(caller);
  // Every caller has its turn.
  await new Promise(setImmediate);
});
