import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { BROWSERS, openTerminal, type Terminal, type TerminalOptions } from "../../harness/terminal.ts";
import { addUnsentEntry, readCachedPaths } from "../access/browser-storage.ts";
import { logInTerminal, person } from "../access/log-in.ts";
import { makeClockMovable } from "../access/terminal-actions.ts";
import { inStore } from "../stored-records.ts";
import { type Build, CURRENT_BUILD, createLaterBuild, createMixedBuild, removeBuild } from "./builds.ts";
import { type ClientProxy, startClientProxy } from "./client-proxy.ts";

const LATER = "9.9.9";
let later: Build;
let mix: Build;
beforeAll(async () => {
  later = await createLaterBuild(LATER);
  mix = await createMixedBuild(CURRENT_BUILD, later);
  return () => Promise.all([later, mix].map(removeBuild));
});

/** Timers of at most a minute run only by `runTimers`, so that a test sees the terminal before it updates itself. */
const WITH_TIMERS = `(() => {
  const setIntervalNow = window.setInterval;
  window.repeated = [];
  window.setInterval = (run, ms) => (ms > 60000 ? setIntervalNow(run, ms) : -window.repeated.push(run));
})()`;

/** `isOffered`: the worker has sent its version to the page, so that the page may update itself. */
const WITH_OFFER = `if ("serviceWorker" in navigator)
  navigator.serviceWorker.addEventListener("message", () => { window.isOffered = true; });`;
const IS_OFFERED = "window.isOffered === true";

interface Setup {
  readonly terminal: Terminal;
  readonly proxy: ClientProxy;
}

/** Opens a terminal with a logged-in user, whose shell is cached by a service worker where the page may have one. */
async function openWithWorker(options: Omit<TerminalOptions, "width">): Promise<Setup> {
  const server = await startServer();
  const proxy = await startClientProxy(server.url);
  proxy.serve(CURRENT_BUILD);
  const terminal = await openTerminal({ serviceWorker: true, ...options });
  await makeClockMovable(terminal);
  await terminal.beforeLoad(WITH_TIMERS);
  await terminal.beforeLoad(WITH_OFFER);
  await logInTerminal(terminal, { url: proxy.url, as: server.as }, "user");
  if (options.secure !== false) await terminal.until("navigator.serviceWorker.controller !== null");
  return { terminal, proxy };
}

/** An expression: the workers' states, and the number of cached builds. */
const WORKERS = `Promise.all([navigator.serviceWorker.getRegistration(), caches.keys()]).then(
  ([{ installing, waiting, active }, builds]) =>
    [installing, waiting, active].map((one) => one && one.state).concat(builds.length).join())`;
/** The later worker is active, and the earlier build is still cached for its page. */
const HAS_LATER = ",,activated,2";

/** An expression: the final state of the next worker that the browser loads. */
const END_OF_UPDATE = `navigator.serviceWorker.getRegistration().then((found) => new Promise((done) => {
  found.addEventListener("updatefound", () => {
    const fresh = found.installing;
    fresh.addEventListener("statechange", () => done(fresh.state));
  });
  found.update().catch(() => undefined);
}))`;

/** Brings the terminal to the foreground, so that it looks for a new version. */
async function checkForUpdate({ terminal }: Setup): Promise<void> {
  await terminal.evaluate("void document.dispatchEvent(new Event('visibilitychange'))");
}

/** Serves the later build and waits until its worker has cached it and the page has its version. */
async function loadLaterBuild(setup: Setup): Promise<void> {
  setup.proxy.serve(later);
  await expect.poll(() => checkAndReadWorkers(setup)).toBe(HAS_LATER);
  await setup.terminal.until(IS_OFFERED);
}

/** Repeated by its caller: a check joins one that the browser itself began while the server was silent, and fails with it. */
async function checkAndReadWorkers(setup: Setup): Promise<unknown> {
  let workers = await setup.terminal.evaluate(WORKERS);
  // An installed worker becomes active once the earlier one is idle. While DevTools watches, the browser may not end an idle
  // one, and another check would be an event for it.
  if (String(workers).startsWith(",installed,")) await setup.terminal.stopServiceWorkers();
  else await checkForUpdate(setup);
  for (let tries = 0; tries < 100 && workers !== HAS_LATER; await pause(50)) {
    workers = await setup.terminal.evaluate(WORKERS);
    tries++;
  }
  if (workers === HAS_LATER) return workers;
  const { terminal, proxy } = setup;
  return `${workers}; requested: ${proxy.requestedPaths.join(" ")}; complaints: ${terminal.errors().join("; ")}`;
}

/** Advances the clock by 20 s without a touch, and runs the timers. */
async function runTimers({ terminal }: Setup): Promise<void> {
  await terminal.evaluate("void (window.ahead += 20000)");
  await terminal.evaluate("void window.repeated.forEach((run) => run())");
}

async function seeVersion({ terminal }: Setup, version: string): Promise<void> {
  await terminal.goTo("/about");
  await terminal.see(`Terminal version ${version}`);
}

describe.each(BROWSERS)("the terminal's shell in %s", (browser) => {
  test("starts without the server, by a worker that the browser starts again, and caches none of its responses; updates itself while idle and removes the earlier build", async () => {
    const setup = await openWithWorker({ browser });
    const { terminal, proxy } = setup;
    const paths = await readCachedPaths(terminal);
    expect(paths).toContain("/");
    expect(paths.filter((path) => !/^\/($|assets\/|icon|manifest|old-browser|theme)/.test(path))).toEqual([]);
    proxy.isSilent = true;
    await terminal.stopServiceWorkers();
    await terminal.reload();
    await terminal.see("No connection");
    await terminal.see("Uma Svoboda");
    await seeVersion(setup, CURRENT_BUILD.version);
    await expect
      .poll(() => terminal.evaluate("fetch('/api/version').then(() => 'answered', () => 'nothing')"))
      .toBe("nothing");
    proxy.isSilent = false;

    await loadLaterBuild(setup);
    await runTimers(setup);
    await terminal.see(`Terminal version ${LATER}`);
    await terminal.until("caches.keys().then((names) => names.length === 1)");
  });

  test("updates itself by the existing worker where the registration fails at a load", async () => {
    const setup = await openWithWorker({ browser });
    const { terminal } = setup;
    await terminal.beforeLoad(
      "navigator.serviceWorker.register = () => Promise.reject(new TypeError('the server did not respond'))",
    );
    await terminal.reload();
    await seeVersion(setup, CURRENT_BUILD.version);
    await loadLaterBuild(setup);
    await runTimers(setup);
    await terminal.see(`Terminal version ${LATER}`);
  });

  test("does not update itself during a count, and does so after it", async () => {
    const setup = await openWithWorker({ browser });
    const { terminal } = setup;
    await terminal.goTo("/count/1");
    await terminal.evaluate("void (window.isSamePage = true)");
    await loadLaterBuild(setup);
    await runTimers(setup);
    await expect.poll(() => terminal.evaluate("window.isSamePage")).toBe(true);
    await terminal.seesNot("A new version is available");
    await terminal.goTo("/tags/count/1/2");
    await runTimers(setup);
    await expect.poll(() => terminal.evaluate("window.isSamePage")).toBe(true);
    await terminal.seesNot("A new version is available");
    await terminal.goTo("/about");
    await terminal.see(`Terminal version ${CURRENT_BUILD.version}`);
    await runTimers(setup);
    await terminal.see(`Terminal version ${LATER}`);
  });

  test("does not update itself without a worker while the server does not answer, and does so when it answers", async () => {
    const setup = await openWithWorker({ browser, secure: false });
    const { terminal, proxy } = setup;
    await terminal.goTo("/count/1");
    await terminal.evaluate("void (window.isSamePage = true)");
    proxy.serve(later);
    await checkForUpdate(setup);
    await expect.poll(() => proxy.requestedPaths).toContain("/api/version");
    proxy.isSilent = true;
    await terminal.goTo("/find");
    await terminal.see("A new version is available");
    await runTimers(setup);
    await terminal.see("No connection");
    await runTimers(setup);
    await terminal.see("Find");
    await expect.poll(() => terminal.evaluate("window.isSamePage")).toBe(true);
    proxy.isSilent = false;
    // The page may be loaded again at any time from now on.
    await terminal.until(
      `(window.ahead += 20000, window.repeated.forEach((run) => run()), !window.isSamePage)`,
    );
    await seeVersion(setup, LATER);
  });

  test.each([
    ["a chosen person", "/article/10/custody", "Max Dvorak", "To Max Dvorak"],
    ["a pairing code", "/settings/pair-device", null, "Code expires in"],
  ])("does not update itself while the screen holds %s", async (_, path, choice, held) => {
    const setup = await openWithWorker({ browser, secure: false });
    const { terminal, proxy } = setup;
    await terminal.goTo(path);
    if (choice !== null) await terminal.tap(choice);
    await terminal.see(held);
    await terminal.evaluate("void (window.isSamePage = true)");
    proxy.serve(later);
    await checkForUpdate(setup);
    await terminal.see("A new version is available");
    await runTimers(setup);
    await runTimers(setup);
    await terminal.see(held);
    await expect.poll(() => terminal.evaluate("window.isSamePage")).toBe(true);
  });

  test("is complete where the later worker becomes active while a page of the earlier build loads", async () => {
    const setup = await openWithWorker({ browser });
    const { terminal } = setup;
    await seeVersion(setup, CURRENT_BUILD.version);
    await loadLaterBuild(setup);
    // As if the earlier worker had still sent the page itself.
    await terminal.evaluate(`caches.keys().then(async ([before, after]) => {
      const [old, fresh] = [await caches.open(before), await caches.open(after)];
      await fresh.put("/later", await fresh.match("/"));
      await fresh.put("/", await old.match("/"));
    })`);
    await terminal.reload();
    await terminal.see(`Terminal version ${CURRENT_BUILD.version}`);
    await terminal.until(IS_OFFERED);
    await terminal.evaluate(`caches.keys().then(async ([, after]) => {
      const fresh = await caches.open(after);
      await fresh.put("/", await fresh.match("/later"));
    })`);
    await runTimers(setup);
    await terminal.see(`Terminal version ${LATER}`);
    await terminal.until("caches.keys().then((names) => names.length === 1)");
  });

  test("is not offered above the keys of a PIN", async () => {
    const setup = await openWithWorker({ browser });
    const { terminal } = setup;
    await terminal.evaluate(inStore("values", 'store.delete("session")', "readwrite"));
    await terminal.reload();
    await terminal.tap(person("user").fullName);
    await terminal.until("document.querySelector('.pad') !== null");
    await loadLaterBuild(setup);
    await terminal.seesNot("A new version is available");
    await terminal.goTo("/about");
    await terminal.see("A new version is available");
  });

  test("asks before an update where an entry is still to be sent, and keeps that entry", async () => {
    const setup = await openWithWorker({ browser });
    const { terminal } = setup;
    await addUnsentEntry(terminal, "waiting");
    await seeVersion(setup, CURRENT_BUILD.version);
    await terminal.evaluate("void (window.isSamePage = true)");
    await loadLaterBuild(setup);
    await terminal.see("A new version is available");
    await runTimers(setup);
    await expect.poll(() => terminal.evaluate("window.isSamePage")).toBe(true);
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.screenshot(`update-${browser}`);
    await terminal.tap("Update now");
    await terminal.see(`Terminal version ${LATER}`);
    await terminal.see("1 not sent yet");
  });

  test("updates itself where the server has rejected an entry, which may stay for ever, and keeps that entry", async () => {
    const setup = await openWithWorker({ browser });
    const { terminal } = setup;
    await addUnsentEntry(terminal, "rejected");
    await seeVersion(setup, CURRENT_BUILD.version);
    await loadLaterBuild(setup);
    await runTimers(setup);
    await terminal.see(`Terminal version ${LATER}`);
    await terminal.see("1 not sent yet");
  });

  test("never mixes the files of two builds, also while the server is upgraded", async () => {
    const setup = await openWithWorker({ browser, allowErrors: true });
    const { terminal, proxy } = setup;
    proxy.serve(mix);
    await expect.poll(() => terminal.evaluate(END_OF_UPDATE)).toBe("redundant");
    proxy.isSilent = true;
    await terminal.reload();
    await seeVersion(setup, CURRENT_BUILD.version);
    proxy.isSilent = false;
    await loadLaterBuild(setup);
    expect(
      terminal.errors().filter((one) => !one.startsWith("error: Error: / is not of this build")),
    ).toEqual([]);
  });

  test("does not reload forever where the server serves another build than it reports", async () => {
    const setup = await openWithWorker({ browser, secure: false });
    const { terminal, proxy } = setup;
    await seeVersion(setup, CURRENT_BUILD.version);
    proxy.serve({ ...CURRENT_BUILD, version: LATER });
    await checkForUpdate(setup);
    await terminal.until("window.repeated.length > 0");
    await terminal.evaluate("void (window.isFirst = true)");
    await terminal.until(
      "(window.ahead += 20000, window.repeated.forEach((run) => run()), window.isFirst !== true)",
    );
    await terminal.see(`Terminal version ${CURRENT_BUILD.version}`);
    await terminal.evaluate("void (window.isSecond = true)");
    await checkForUpdate(setup);
    await terminal.until(
      "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api/version')).length > 1",
    );
    await runTimers(setup);
    await terminal.see(`Terminal version ${CURRENT_BUILD.version}`);
    await expect.poll(() => terminal.evaluate("window.isSecond")).toBe(true);
  });

  test("offers a reload over plain HTTP, where there are no workers", async () => {
    const setup = await openWithWorker({ browser, secure: false });
    const { terminal, proxy } = setup;
    await expect.poll(() => terminal.evaluate("'serviceWorker' in navigator")).toBe(false);
    await addUnsentEntry(terminal);
    await seeVersion(setup, CURRENT_BUILD.version);
    proxy.serve(later);
    await checkForUpdate(setup);
    await terminal.tap("Update now");
    await terminal.see(`Terminal version ${LATER}`);
    await terminal.see("1 not sent yet");
  });
});
