import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { BROWSERS, openTerminal, type Terminal, type TerminalOptions } from "../../harness/terminal.ts";
import { cachedPaths } from "../access/kept.ts";
import { goTo, keepUnsent, logInTerminal, withMovableClock } from "../access/together.ts";
import { aLaterBuild, aMix, type Build, drop, TODAY } from "./builds.ts";
import { aFront, type Front } from "./front.ts";

const LATER = "9.9.9";
let later: Build;
let mix: Build;
beforeAll(async () => {
  later = await aLaterBuild(LATER);
  mix = await aMix(TODAY, later);
  return () => Promise.all([later, mix].map(drop));
});

/** What the timers of a minute do is done when the test says so, and never by itself: a terminal that goes over at once is not seen. */
const WITH_TIMERS = `(() => {
  const later = window.setInterval;
  window.repeated = [];
  window.setInterval = (run, ms) => (ms > 60000 ? later(run, ms) : -window.repeated.push(run));
})()`;

/** `isOffered`: the worker has told the page of its version, so that the page may go over to it. */
const WITH_OFFER = `if ("serviceWorker" in navigator)
  navigator.serviceWorker.addEventListener("message", () => { window.isOffered = true; });`;
const IS_OFFERED = "window.isOffered === true";

interface Place {
  readonly terminal: Terminal;
  readonly front: Front;
}

/** Uma at work on a terminal whose shell is kept. */
async function aPlace(options: Omit<TerminalOptions, "width">): Promise<Place> {
  const server = await startServer();
  const front = await aFront(server.url);
  front.serve(TODAY);
  const terminal = await openTerminal({ serviceWorker: true, ...options });
  await withMovableClock(terminal);
  await terminal.beforeLoad(WITH_TIMERS);
  await terminal.beforeLoad(WITH_OFFER);
  await logInTerminal(terminal, { url: front.url, as: server.as }, "user");
  if (options.secure !== false) await terminal.until("navigator.serviceWorker.controller !== null");
  return { terminal, front };
}

/** The workers' states, and how many builds are kept. */
const WORKERS = `Promise.all([navigator.serviceWorker.getRegistration(), caches.keys()]).then(
  ([{ installing, waiting, active }, kept]) =>
    [installing, waiting, active].map((one) => one && one.state).concat(kept.length).join())`;
/** The later worker is in, and keeps what a page of before needs. */
const HAS_LATER = ",,activated,2";

/** What becomes of the next version that is brought. */
const END_OF_UPDATE = `navigator.serviceWorker.getRegistration().then((found) => new Promise((done) => {
  found.addEventListener("updatefound", () => {
    const fresh = found.installing;
    fresh.addEventListener("statechange", () => done(fresh.state));
  });
  found.update().catch(() => undefined);
}))`;

/** The terminal comes back to the front, as when it is taken out of a pocket. */
async function look({ terminal }: Place): Promise<void> {
  await terminal.evaluate("void document.dispatchEvent(new Event('visibilitychange'))");
}

/** The box has the later version, the terminal's worker has brought it whole, and the page knows. */
async function bringLater(place: Place): Promise<void> {
  place.front.serve(later);
  await expect.poll(() => looksAndSeesWorkers(place)).toBe(HAS_LATER);
  await place.terminal.until(IS_OFFERED);
}

/** A look that meets one of the browser's own, begun while the box was silent, ends as that one does; the next one does not. */
async function looksAndSeesWorkers(place: Place): Promise<unknown> {
  await look(place);
  let workers: unknown;
  for (let tries = 0; tries < 100; tries++) {
    workers = await place.terminal.evaluate(WORKERS);
    if (workers === HAS_LATER) break;
    await pause(50);
  }
  if (workers === HAS_LATER) return workers;
  const { terminal, front } = place;
  return `${workers}; asked: ${front.asked.join(" ")}; complaints: ${terminal.errors().join("; ")}`;
}

/** Nobody touches it for a while, and all timers of that time have run. */
async function wait({ terminal }: Place): Promise<void> {
  await terminal.evaluate("void (window.ahead += 20000)");
  await terminal.evaluate("void window.repeated.forEach((run) => run())");
}

async function seeVersion({ terminal }: Place, version: string): Promise<void> {
  await goTo(terminal, "/about");
  await terminal.see(`Terminal version ${version}`);
}

describe.each(BROWSERS)("the shell in %s", (browser) => {
  test("starts without the box, with who was in; nothing that the box said is in the cache", async () => {
    const place = await aPlace({ browser });
    const { terminal, front } = place;
    const paths = await cachedPaths(terminal);
    expect(paths).toContain("/");
    expect(paths.filter((path) => !/^\/($|assets\/|icon|manifest|old-browser)/.test(path))).toEqual([]);
    front.isSilent = true;
    await terminal.reload();
    await terminal.see("No connection");
    await terminal.see("Uma Svoboda");
    await seeVersion(place, TODAY.version);
    expect(await terminal.evaluate("fetch('/api/version').then(() => 'answered', () => 'nothing')")).toBe(
      "nothing",
    );
    front.isSilent = false;
  });

  test("goes over to a new version by itself as soon as nobody is disturbed, and forgets the old one", async () => {
    const place = await aPlace({ browser });
    const { terminal } = place;
    await seeVersion(place, TODAY.version);
    await bringLater(place);
    await wait(place);
    await terminal.see(`Terminal version ${LATER}`);
    await terminal.until("caches.keys().then((names) => names.length === 1)");
  });

  test("whose registration fails at a load takes the new version by the worker that is there", async () => {
    const place = await aPlace({ browser });
    const { terminal } = place;
    await terminal.beforeLoad(
      "navigator.serviceWorker.register = () => Promise.reject(new TypeError('the server did not answer'))",
    );
    await terminal.reload();
    await seeVersion(place, TODAY.version);
    await bringLater(place);
    await wait(place);
    await terminal.see(`Terminal version ${LATER}`);
  });

  test("never goes over in the middle of a count; afterwards it does", async () => {
    const place = await aPlace({ browser });
    const { terminal } = place;
    await goTo(terminal, "/count/1");
    await terminal.evaluate("void (window.isSamePage = true)");
    await bringLater(place);
    await wait(place);
    expect(await terminal.evaluate("window.isSamePage")).toBe(true);
    await terminal.seesNot("A new version is available");
    await goTo(terminal, "/about");
    await terminal.see(`Terminal version ${TODAY.version}`);
    await wait(place);
    await terminal.see(`Terminal version ${LATER}`);
  });

  test("is whole even where the browser lets the later worker take over while the page before loads", async () => {
    const place = await aPlace({ browser });
    const { terminal } = place;
    await seeVersion(place, TODAY.version);
    await bringLater(place);
    // As if the worker before had still answered the page itself.
    await terminal.evaluate(`caches.keys().then(async ([before, after]) => {
      const [old, fresh] = [await caches.open(before), await caches.open(after)];
      await fresh.put("/later", await fresh.match("/"));
      await fresh.put("/", await old.match("/"));
    })`);
    await terminal.reload();
    await terminal.see(`Terminal version ${TODAY.version}`);
    await terminal.until(IS_OFFERED);
    await terminal.evaluate(`caches.keys().then(async ([, after]) => {
      const fresh = await caches.open(after);
      await fresh.put("/", await fresh.match("/later"));
    })`);
    await wait(place);
    await terminal.see(`Terminal version ${LATER}`);
    await terminal.until("caches.keys().then((names) => names.length === 1)");
  });

  test("asks first where something is not sent, and loses none of it", async () => {
    const place = await aPlace({ browser });
    const { terminal } = place;
    await keepUnsent(terminal);
    await seeVersion(place, TODAY.version);
    await terminal.evaluate("void (window.isSamePage = true)");
    await bringLater(place);
    await terminal.see("A new version is available");
    await wait(place);
    expect(await terminal.evaluate("window.isSamePage")).toBe(true);
    expect(await terminal.axe()).toEqual([]);
    await terminal.screenshot(`update-${browser}`);
    await terminal.tap("Update now");
    await terminal.see(`Terminal version ${LATER}`);
    await terminal.see("1 not sent yet");
  });

  test("is never put together from two versions, even of a box in the middle of its renewal", async () => {
    const place = await aPlace({ browser, allowErrors: true });
    const { terminal, front } = place;
    front.serve(mix);
    expect(await terminal.evaluate(END_OF_UPDATE)).toBe("redundant");
    front.isSilent = true;
    await terminal.reload();
    await seeVersion(place, TODAY.version);
    front.isSilent = false;
    // The whole one is taken.
    await bringLater(place);
    expect(
      terminal.errors().filter((one) => !one.startsWith("error: Error: / is not of this build")),
    ).toEqual([]);
  });

  test("is not loaded for ever from a box that gives another one than it says", async () => {
    const place = await aPlace({ browser, secure: false });
    const { terminal, front } = place;
    await seeVersion(place, TODAY.version);
    front.serve({ ...TODAY, version: LATER });
    await look(place);
    await terminal.until("window.repeated.length > 0");
    await terminal.evaluate("void (window.isFirst = true)");
    await terminal.until(
      "(window.ahead += 20000, window.repeated.forEach((run) => run()), window.isFirst !== true)",
    );
    await terminal.see(`Terminal version ${TODAY.version}`);
    await terminal.evaluate("void (window.isSecond = true)");
    await look(place);
    await terminal.until(
      "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api/version')).length > 1",
    );
    await wait(place);
    await terminal.see(`Terminal version ${TODAY.version}`);
    expect(await terminal.evaluate("window.isSecond")).toBe(true);
  });

  test("over plain HTTP, where no worker can be, a reload is offered instead", async () => {
    const place = await aPlace({ browser, secure: false });
    const { terminal, front } = place;
    expect(await terminal.evaluate("'serviceWorker' in navigator")).toBe(false);
    await keepUnsent(terminal);
    await seeVersion(place, TODAY.version);
    front.serve(later);
    await look(place);
    await terminal.tap("Update now");
    await terminal.see(`Terminal version ${LATER}`);
    await terminal.see("1 not sent yet");
  });
});
