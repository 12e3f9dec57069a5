import { measureOverview } from "./console/overview.ts";
import { overviewReport, tableReport } from "./console/report.ts";
import { measureTable } from "./console/table.ts";
import type { Target } from "./targets.ts";

/** How much is measured. */
export interface ConsoleAmount {
  readonly articles: number;
  readonly searches: number;
  readonly seconds: number;
}

const TERMINALS = 200;
/** A terminal counts once in so long: a hundred counts a second in all. */
const EVERY_MS = 2000;

/** Measures the console in today's browser against the product. Returns the tables. */
export async function measureConsole(target: Target, amount: ConsoleAmount): Promise<string> {
  process.stderr.write("console: searches\n");
  const searches = await measureTable(target, amount.searches);
  process.stderr.write("console: overview\n");
  const overview = { terminals: TERMINALS, seconds: amount.seconds, everyMs: EVERY_MS };
  const sights = await measureOverview(target, overview);
  return `${tableReport(searches, amount.articles)}\n${overviewReport(sights, TERMINALS)}`;
}
