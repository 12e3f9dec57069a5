import { describe, expect, test } from "vitest";
import { addedField, setValues } from "../../custom-fields/samples.ts";
import { startServer } from "../../harness/server.ts";
import { OLDEST, openTerminal } from "../../harness/terminal.ts";
import { logInTerminal } from "../access/log-in.ts";
import { holdRequests } from "../held-requests.ts";
import { storedValue } from "../stored-records.ts";
import { openTerminalAs } from "./open-terminal.ts";

describe.each(OLDEST)("the screen Find in %s", (browser) => {
  test("a scan of a code, a serial number or a tag opens the article, a scan of a label its location; a search without accents finds names, and a scan leaves its field unchanged", async () => {
    const server = await startServer();
    const { body: fifteenth } = await (await server.as("user")).get("/api/articles/15");
    const terminal = await openTerminalAs(server, { browser });
    await terminal.goTo("/find");
    for (const text of ["A000015", fifteenth.serialNumber.toLowerCase(), fifteenth.rfId]) {
      await terminal.scan(text);
      await terminal.until("location.hash === '#/article/15'");
      await terminal.see("A000015");
      await terminal.back();
      await terminal.until("location.hash === '#/find'");
    }
    await terminal.scan("B1-G-02");
    await terminal.see("Main building / Ground floor / Skladová hala č. 2");
    await terminal.see(/\d+ articles/);
    // Several scans in a row leave one history entry.
    await terminal.scan("A000015");
    await terminal.until("location.hash === '#/article/15'");
    await terminal.back();
    await terminal.until("location.hash === '#/find'");

    await terminal.tap({ css: "input[type=search]" });
    await terminal.insert("zidle");
    await terminal.see("Židle barová");
    await terminal.insert(" kancelarska");
    await terminal.seesNot("Židle barová");
    await terminal.see("Židle kancelářská");
    await terminal.scan("A000015");
    await terminal.until("location.hash === '#/article/15'");
    await terminal.back();
    await terminal.see("Židle kancelářská");
    await expect.poll(() => terminal.textOf("input[type=search]")).toBe("zidle kancelarska");
  });

  test("words in any order find locations, then articles; a code in another letter case is offered; if two articles share a code, the user chooses; an unknown code can be proposed", async () => {
    const server = await startServer();
    await server.manager.post("/api/locations", { name: "Kancelářská hala", code: "K-01" });
    for (const oid of [20, 21])
      expect((await server.manager.put(`/api/articles/${oid}`, { serialNumber: "TWICE-1" })).status).toBe(
        200,
      );
    const terminal = await openTerminalAs(server, { browser });
    await terminal.goTo("/find");
    await terminal.tap({ css: "input[type=search]" });
    await terminal.insert("kancelarska");
    await terminal.see(/Locations.*Kancelářská hala.*Articles.*Židle kancelářská/);
    await terminal.insert(" 00005 zidle");
    await terminal.see("Židle kancelářská A000005");
    await terminal.seesNot("Locations");
    await terminal.evaluate("void document.querySelector('input[type=search]').select()");
    await terminal.insert("hala k-01");
    await terminal.tap(/^Kancelářská hala/);
    await terminal.until("location.hash.startsWith('#/location/')");
    await terminal.back();
    await terminal.until("location.hash === '#/find'");
    await terminal.scan("a000015");
    await terminal.see("Unknown code.");
    await terminal.tap(/^It is A000015/);
    await terminal.until("location.hash === '#/article/15'");

    await terminal.goTo("/find");
    await terminal.scan("twice-1");
    await terminal.see("Several articles have this on their label.");
    await terminal.tap(/A000021$/);
    await terminal.until("location.hash === '#/article/21'");
    await terminal.scan("NEW-THING-7");
    await terminal.see("Unknown code.");
    await terminal.tap("Propose as a new asset");
    await terminal.see("Propose a new asset");
    await expect.poll(() => terminal.evaluate(fieldValue("Serial number"))).toBe("NEW-THING-7");
  });

  test("offline it searches the stored records, and says so; the manual needs the server", async () => {
    const server = await startServer();
    const manager = await server.as("manager");
    const field = await addedField(manager, "Size");
    await setValues(manager, 5, { [field]: "Größe M8" });
    await manager.put("/api/articles/5/full", { supplier: "Möbel & Söhne", invoiceNo: "INV-4711" });
    await manager.post("/api/articles/5/codes", { code: "4006381333931", packQuantity: 12 });
    const terminal = await openTerminalAs(server, { browser, goesOffline: true });
    await terminal.goTo("/find");
    await terminal.offline(true);
    await terminal.tap({ css: "input[type=search]" });
    await terminal.insert("sohne m8");
    await terminal.see("Results from this device");
    await terminal.until("document.querySelector('a.is-help') === null");
    await terminal.tap(/^Židle kancelářská A000005/);
    await terminal.see(/Additional codes 4006381333931 \(12 pieces\)/);
    await terminal.see(/Supplier Möbel & Söhne.*Size Größe M8/);
    await terminal.back();
    await terminal.until("document.querySelector('input[type=search]') !== null");
    await terminal.evaluate("void document.querySelector('input[type=search]').select()");
    await terminal.tap({ css: "input[type=search]" });
    await terminal.insert("zidle kancelarska");
    // The rows of the earlier search give way to those of this one.
    await terminal.see("A000004");
    await terminal.tap(/^Židle kancelářská A000005/);
    await terminal.see("SN-10039595");
    await terminal.see("Furniture");
    await terminal.see("Not available without a connection.");
    await terminal.scan("A000015");
    await terminal.until("location.hash === '#/article/15'");
    await terminal.scan("NOBODY-KNOWS");
    await terminal.see("This code is not known on this device, and the server is not responding.");
    await terminal.offline(false);
    await terminal.tap({ css: "a.is-help" });
    await terminal.until("location.pathname.startsWith('/help/en/use/')");
  });

  test("while the articles are loading, a code that is twice a location's opens its article on the server", async () => {
    const server = await startServer();
    await server.manager.put("/api/articles/15", { oid: 15, code: "B1-G-02B1-G-02" });
    const terminal = await openTerminal({ browser });
    await terminal.beforeLoad(holdRequests(/\/api\/articles\/changes/));
    await logInTerminal(terminal, server, "user");
    await terminal.until(`${storedValue("locations")}.then((found) => found !== undefined)`);
    await terminal.goTo("/find");
    await terminal.scan("B1-G-02B1-G-02");
    await terminal.until("location.hash === '#/article/15'");
  });

  test("while the articles are loading, a doubled label of a location opens the location, with and without the server", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await terminal.beforeLoad(holdRequests(/\/api\/articles\/changes/));
    await logInTerminal(terminal, server, "user");
    await terminal.until(`${storedValue("locations")}.then((found) => found !== undefined)`);
    for (const isOffline of [false, true]) {
      await terminal.goTo("/find");
      await terminal.until("location.hash === '#/find'");
      await terminal.offline(isOffline);
      await terminal.scan("B1-G-02B1-G-02");
      await terminal.until("location.hash.startsWith('#/location/')");
    }
  });
});

/** Expression: the value of the field whose label begins with this text. */
const fieldValue = (label: string) =>
  `[...document.querySelectorAll("label")].find((one) => one.textContent.startsWith("${label}")).control.value`;
