import { describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../harness/server.ts";
import { OLDEST } from "../../harness/terminal.ts";
import { holdRequests } from "../held-requests.ts";
import { expectReadable } from "../touch-targets.ts";
import { openTerminalAs } from "./open-terminal.ts";

/** Each screen, and a text of its loaded content. */
const SCREENS: readonly (readonly [name: string, path: string, sign: RegExp])[] = [
  ["find", "/find", /Or scan the label|Nebo načtěte/],
  ["article", "/article/5", /Moved to|Přesunuto/],
  ["move", "/article/5/move", /Main building/],
  ["dispose", "/article/5/dispose", /Disposal reason|Důvod vyřazení/],
  ["print", "/article/5/print", /Broken printer/],
  ["place", "/location/2", /Skladová hala č. 2/],
  ["print-place", "/location/2/print", /No labels for locations|štítky umístění/],
  ["mine", "/mine", /Armchair/],
  ["transfers", "/mine/transfers", /Laboratoř/],
  ["disposals", "/mine/disposals", /A000040/],
  ["proposals", "/mine/proposals", /Stojanová/],
  ["photo", "/photo/1", /Photo|Fotka/],
  ["propose", "/propose", /Name \(|Název \(/],
];

describe.each(OLDEST)("the other screens of the terminal in %s", (browser) => {
  test.each([
    ["en", "light", 360],
    ["cs", "dark", 320],
  ] as const)(
    "they have no accessibility errors, horizontal scrolling or small targets in %s, %s, %d px wide",
    async (language, theme, width) => {
      const server = await startServer();
      await prepare(server);
      const terminal = await openTerminalAs(server, { browser, language, theme, width });
      for (const [name, path, sign] of SCREENS) {
        await terminal.goTo(path);
        await terminal.see(sign);
        if (name === "photo") await terminal.until("document.querySelector('.photo-large img') !== null");
        await expectReadable(terminal, name, `beyond-${name}-${browser}-${language}-${theme}`);
      }
      await terminal.scan("NOBODY-KNOWS-THIS-LONG-CODE-0123456789-0123456789");
      await terminal.until(
        `[...document.querySelectorAll("main input")].some(({ value }) => value.startsWith("NOBODY-KNOWS"))`,
      );
      await terminal.until("location.hash === '#/propose'");
      await terminal.goTo("/find");
      await terminal.scan("NOBODY-KNOWS-THIS-LONG-CODE-0123456789-0123456789");
      await terminal.see(/Unknown code|Neznámý kód/);
      await expectReadable(terminal, "unknown", `beyond-unknown-${browser}-${language}-${theme}`);
    },
  );

  test("empty, deleted, forbidden and failed content has a message, and a failed request can be repeated", async () => {
    const server = await startServer();
    const terminal = await openTerminalAs(server, { browser });
    await terminal.goTo("/article/999999");
    await terminal.see("This record no longer exists.");
    await terminal.goTo("/location/1");
    await terminal.see("No articles here yet");
    await terminal.goTo("/mine/proposals");
    await terminal.see("No proposals yet");
    await terminal.evaluate(respondWith(403, "Only a manager may do this."));
    await terminal.goTo("/location/4");
    await terminal.see("You don't have access to this. Only a manager may do this.");
    await terminal.evaluate(respondWith(500, "Something went wrong."));
    await terminal.goTo("/location/5");
    await terminal.see("The server could not answer. Something went wrong.");
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.evaluate("void (window.fetch = window.realFetch)");
    await terminal.tap("Try again");
    await terminal.see("Armchair swivel");
  });

  test("the message Loading is shown where a response takes longer, and not at once", async () => {
    const server = await startServer();
    const terminal = await openTerminalAs(server, { browser });
    await terminal.evaluate(holdRequests(/\/articles/));
    await terminal.evaluate(HOLD_LOADING);
    await terminal.goTo("/location/5");
    await terminal.see("Skladová hala č. 2");
    await terminal.seesNot("Loading…");
    await terminal.evaluate("window.passTime()");
    await terminal.see("Loading…");
    await terminal.evaluate("window.release()");
    await terminal.see("Armchair swivel");
    await terminal.seesNot("Loading…");
  });
});

/** Creates an entry for each list. */
async function prepare(server: TestServer): Promise<void> {
  const moved = { fromLocationId: 4, toLocationId: 5, quantity: 1 };
  expect((await (await server.as("manager")).post("/api/articles/5/locations/move", moved)).status).toBe(200);
  const proposal = { name: "Stojanová vrtačka", articleCategoryID: 3, articleTypeID: 4 };
  expect((await (await server.as("user")).post("/api/articles/pwa-request", proposal)).status).toBe(201);
}

/** Expression: requests about locations get this response. */
const respondWith = (status: number, message: string) => `(() => {
  window.realFetch = window.realFetch || window.fetch;
  window.fetch = (path, init) => String(path).startsWith("/api/locations/")
    ? Promise.resolve(new Response(JSON.stringify({ message: "${message}" }), { status: ${status} }))
    : window.realFetch(path, init);
})()`;

/** Expression: the 300 ms after which a screen says that it is loading pass at `window.passTime()`. */
const HOLD_LOADING = `(() => {
  const start = window.setTimeout;
  const held = [];
  window.setTimeout = (run, ms, ...given) =>
    ms === 300 ? held.push(run) : start(run, ms, ...given);
  window.passTime = () => {
    window.setTimeout = start;
    for (const run of held) run();
  };
})()`;
