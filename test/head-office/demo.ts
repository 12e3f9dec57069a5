import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DemoProcess, startDemo } from "../harness/demo-process.ts";
import { callerOf, demand, logIn } from "../torture/call.ts";
import { runToEnd, untilCurrent } from "./current.ts";
import { query, startPostgres } from "./postgres.ts";
import { createOffice, loginOf } from "./set-up.ts";

// `npm run head-office:demo`: three sites with different data, a PostgreSQL of their own, and a stocktake that is closed at one site
// and arrives at the head office. Runs until Ctrl+C, and then removes all its files.

const SITES = [
  { name: "Brno", articles: 500 },
  { name: "Ostrava", articles: 900 },
  { name: "Praha", articles: 1400 },
] as const;
/** A stocktake of the demo in Processing. */
const STOCKTAKE = 6;

const print = (line: string) => process.stdout.write(`${line}\n`);
const ended = Promise.race(["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => once(process, signal)));
const folder = await mkdtemp(join(tmpdir(), "tallybox-head-office-"));
const postgres = await startPostgres({ fsync: "on" });
const head = await createOffice(postgres, "company");
const office = head.url;
const demos: DemoProcess[] = [];
try {
  for (const { name, articles } of SITES) {
    const data = join(folder, name);
    await mkdir(data);
    const login = await head.addLogin();
    await query(office, `GRANT tallybox_reader TO ${loginOf(login)}`);
    const demo = await startDemo(data, {
      args: ["--articles", `${articles}`],
      settings: { HEAD_OFFICE_URL: login },
    });
    demos.push(demo);
    const call = callerOf(demo.url, await logIn(demo.url));
    await demand(call, "PUT", "/api/settings", { siteName: name });
    await demand(call, "PUT", "/api/articles/1", { name: `Cordless drill (${name})`, code: "DRILL-1" });
    await untilCurrent(call);
    print(`${name}: ${demo.url}/console#/sites (admin, admin-demo), ${articles} articles`);
  }
  print(`The head office, for psql or a BI tool: ${office}`);
  await showClose(demos[1]);
  open(`${demos[0]?.url}/console#/sites`);
  print("Ctrl+C ends the demo.");
  await ended;
} finally {
  for (const demo of demos) await demo.end("SIGTERM");
  await postgres.remove();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Closes the stocktake of a site, and prints its results as the head office has them. */
async function showClose(demo: DemoProcess | undefined): Promise<void> {
  if (demo === undefined) return;
  const call = callerOf(demo.url, await logIn(demo.url, "manager"));
  const path = `/api/inventories/${STOCKTAKE}`;
  const { name } = await demand<{ name: string }>(call, "GET", path);
  print(`\nOstrava closes the stocktake "${name}" …`);
  for (const step of ["items/approve", "approve", "close"]) await runToEnd(call, `${path}/${step}`, {});
  const began = performance.now();
  const results = `SELECT count(*)::int AS items, sum(difference)::int AS pieces, sum(difference_value) AS value
    FROM tallybox.stocktake_results WHERE site_name = 'Ostrava' AND stocktake = ${STOCKTAKE} AND is_closed`;
  for (;;) {
    const [row] = await query(office, results);
    if (row !== undefined && Number(row["items"]) > 0) {
      const ms = Math.round(performance.now() - began);
      print(`… and ${ms} ms later the head office has its ${row["items"]} results:`);
      print(`   difference ${row["pieces"]} pieces, value ${row["value"]}\n`);
      return;
    }
  }
}

/** Opens a page in the browser of the desktop, if there is one. */
function open(url: string): void {
  if (!process.env["DISPLAY"] && !process.env["WAYLAND_DISPLAY"]) return;
  // Without xdg-open the address above is enough.
  spawn("xdg-open", [url], { stdio: "ignore", detached: true })
    .on("error", () => undefined)
    .unref();
}
