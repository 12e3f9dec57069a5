import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { holdRequests } from "../held-requests.ts";
import { recordsOf } from "../stored-records.ts";
import { plainTag, sgtin } from "./tag-numbers.ts";
import { giveTag, startTags } from "./tags-page.ts";

describe.each(OLDEST)("tags outside a count in %s", (browser) => {
  test.each(["light", "dark"] as const)(
    "the reader is set up, and shows what it sends, in %s",
    async (theme) => {
      const { terminal } = await startTags({ browser, theme });
      await terminal.scan(sgtin(6789));
      await terminal.see("(01)80614141123458(21)6789");
      await terminal.evaluate(`void tallybox.readTags([{ epc: "${plainTag(1)}", rssi: -52 }])`);
      await terminal.see("-52 dBm");
      await terminal.see("No GS1 data");
      await terminal.scan("NO-TAG-1");
      await terminal.see("NO-TAG-1 is no tag");
      await expect.poll(() => terminal.axe()).toEqual([]);
      await terminal.screenshot(`tag-reader-${browser}-${theme}`);
    },
  );

  test.each(["light", "dark"] as const)(
    "an article is found by the signal of its tag, in %s",
    async (theme) => {
      const setup = await startTags({ browser, theme });
      const { server, terminal, stocktake } = setup;
      const { article } = stocktake.rooms[0].single;
      await giveTag(setup, article.oid, plainTag(1));
      await terminal.open(`${server.url}/#/article/${article.oid}`);
      await terminal.tap("Find this one by its tag");
      await terminal.see("Not seen yet");
      const report = (epc: string, rssi: number | null) =>
        terminal.evaluate(`void tallybox.readTags([${JSON.stringify({ epc, rssi })}])`);
      await report(plainTag(2), -30);
      await report(plainTag(1), null);
      await terminal.see("This reader gives no signal strength.");
      await terminal.see(/Seen \d+ seconds? ago/);
      // A reader reports a tag again and again; after two seconds without a report it is out of reach.
      await terminal.until(
        `(tallybox.readTags([{ epc: "${plainTag(1)}", rssi: -40 }]), (document.querySelector('meter') || {}).value > 0.7 && /-40 dBm/.test(document.body.innerText))`,
      );
      await expect.poll(() => terminal.axe()).toEqual([]);
      await terminal.screenshot(`tag-find-${browser}-${theme}`);
      await terminal.until("(document.querySelector('meter') || {}).value === 0");
      await terminal.see(/Seen \d+ seconds ago/);
    },
  );

  test("the way to the tag of an article does not move when its locations and requests come", async () => {
    const { terminal, stocktake } = await startTags({ browser });
    const [room] = stocktake.rooms;
    await terminal.evaluate(holdRequests(/locations|articletransfers|disposal/));
    await terminal.goTo(`/article/${room.single.article.oid}`);
    await terminal.see("Find this one by its tag");
    const top = () => terminal.evaluate(`document.querySelector("a[href^='#/tags/find']").offsetTop`);
    const before = await top();
    await terminal.evaluate("window.release()");
    await terminal.until("document.querySelector('main a[href^=\"#/location/\"]') !== null");
    await expect.poll(() => top()).toBe(before);
  });

  test.each(["light", "dark"] as const)(
    "what is here is listed with its recorded location, and moved here, in %s",
    async (theme) => {
      const setup = await startTags({ browser, theme });
      const { server, terminal, stocktake } = setup;
      const [room, other] = stocktake.rooms;
      await giveTag(setup, other.single.article.oid, plainTag(1));
      await server.manager.post("/api/locations", { name: "Yard", code: "YARD-1" });
      await terminal.reload();
      await terminal.until(
        `${recordsOf("locations")}.then((all) => all.some(({ code }) => code === "YARD-1"))`,
      );
      await terminal.open(`${server.url}/#/find`);
      await terminal.tap("What is here?");
      await terminal.see("Nothing is counted.");
      await terminal.scan(plainTag(1));
      await terminal.scan(plainTag(2));
      await terminal.see(other.single.article.name);
      await terminal.see("1 unknown tag");
      await terminal.see(new RegExp(other.name));
      await terminal.scan(room.code);
      await terminal.see(`You are at ${room.name}`);
      await expect.poll(() => terminal.axe()).toEqual([]);
      await terminal.screenshot(`tag-here-${browser}-${theme}`);
      await terminal.tap("Request transfer here");
      await terminal.see("Sent.");
      await expect
        .poll(async () => (await server.manager.get("/api/articletransfers")).text)
        .toContain(`"articleId":${other.single.article.oid}`);
      // It may be carried on.
      await terminal.scan("YARD-1");
      await terminal.see("You are at Yard");
      await terminal.see("Request transfer here");
    },
  );

  test("a label of several locations is not taken for one of them, nor another code for a location", async () => {
    const { server, terminal, stocktake } = await startTags({ browser });
    const [room] = stocktake.rooms;
    for (const name of ["Hall 1", "Hall 2"]) {
      const { status } = await server.manager.post("/api/locations", { name, code: "SHELF-1" });
      expect(status).toBe(201);
    }
    await terminal.reload();
    await terminal.until(
      `${recordsOf("locations")}.then((all) => all.filter(({ code }) => code === "SHELF-1").length === 2)`,
    );
    await terminal.open(`${server.url}/#/tags/here`);
    await terminal.see("Nothing is counted.");
    await terminal.scan("SHELF-1");
    await terminal.see("Several locations have the code “SHELF-1”.");
    await terminal.seesNot("You are at");
    await terminal.scan("NOBODY-1");
    await terminal.see("“NOBODY-1” is not a location code.");
    await terminal.scan(room.code);
    await terminal.see(`You are at ${room.name}`);
    await terminal.seesNot("is not a location code");
  });
});
