import { expect, test } from "vitest";
import { filesOf } from "../../scripts/built-parts.ts";
import { openConsole } from "../harness/console.ts";
import { startServer } from "../harness/server.ts";
import { builtParts } from "./built-sizes.ts";
import { LAYOUT_SHIFTS, readFirstLoad } from "./first-load.ts";

const KB = 1000;

/** Each page with the heading of its first screen. Nothing is cached. */
const PAGES = [
  { name: "terminal", path: "/", width: 360, height: 640, heading: "Welcome", kilobytes: 100, requests: 18 },
  {
    name: "console",
    path: "/console",
    width: 1440,
    height: 900,
    heading: "Log in to the console",
    kilobytes: 200,
    requests: 28,
  },
] as const;

test.each(PAGES)(
  "the first load of the $name shifts nothing that is shown, and stays within $kilobytes KB and $requests requests",
  async ({ name, path, width, height, heading, kilobytes, requests }) => {
    const server = await startServer();
    const { page } = await openConsole({ width, height, initScript: LAYOUT_SHIFTS });
    await page.goto(server.url + path);
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    const load = await readFirstLoad(page, name === "terminal" ? filesThatFollow() : []);
    if (process.env["TALLYBOX_FIGURES"]) process.stderr.write(`${name}: ${JSON.stringify(load)}\n`);
    expect(load.shifts).toEqual([]);
    expect(load.bytes).toBeLessThanOrEqual(kilobytes * KB);
    expect(load.requests).toBeLessThanOrEqual(requests);
  },
);

/** The terminal loads its other screens in the background, without a request of the user. */
function filesThatFollow(): readonly string[] {
  const first = filesOf(builtParts(), "index.html", { dynamic: false });
  const following = [...filesOf(builtParts(), "index.html", { dynamic: true })].filter(
    (file) => !first.has(file),
  );
  expect(following.length).toBeGreaterThan(10);
  return following;
}
