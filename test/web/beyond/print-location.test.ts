import { describe, expect, test } from "vitest";
import { type ServerProcess, startServerProcess } from "../../harness/server-process.ts";
import { OLDEST, type Terminal } from "../../harness/terminal.ts";
import { openTerminalAs } from "./open-terminal.ts";

// Labels of locations, from the screen of a location, as those of articles (print.test.ts).

const TEMPLATE = "^XA^FO10,10^FD{{code}} {{path}}^FS^XZ";

describe.each(OLDEST)("printing a label of a location in %s", (browser) => {
  test("a scanned location leads to its labels only, and the printer confirms them", async () => {
    const server = await startServerProcess();
    await addFormat(server);
    const terminal = await openTerminalAs(server, { browser, width: 360 });
    await terminal.goTo("/find");
    await terminal.scan("B1-G-01");
    await terminal.until("location.hash === '#/location/4'");
    await terminal.tap("Print label");
    await terminal.see("Main building / Ground floor / Skladová hala č. 1");
    await terminal.see(/Dock printer Ready/);
    await terminal.until(isSelected("Dock printer"));
    await expect.poll(() => labelsOffered(terminal)).toEqual(["Shelf"]);
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.tap("One more");
    await terminal.tap("Print");
    await terminal.see("2 × label of Skladová hala č. 1 on Dock printer");
    await terminal.see("Printed; the printer confirmed it.");
    await terminal.screenshot(`beyond-print-location-${browser}`);
    expect(await readRequests(server)).toMatchObject([
      { articleId: null, printerId: 1, copies: 2, stateId: 3 },
    ]);
    // An article with the same id has no labels of its own.
    await terminal.goTo("/article/4/print");
    await terminal.see(/Dock printer/);
    await terminal.seesNot("2 × label of");
  });

  test("offline it waits on the device, and is printed once when the server responds", async () => {
    const server = await startServerProcess();
    await addFormat(server);
    const terminal = await openTerminalAs(server, { browser, goesOffline: true });
    await terminal.goTo("/location/4/print");
    await terminal.see(/Dock printer\s*Ready/);
    await terminal.until(isSelected("Dock printer"));
    await server.kill();
    await terminal.tap("Print");
    await terminal.see("No connection. The label will be printed once the server responds.");
    await terminal.see("1 not sent yet");
    await server.start();
    await terminal.see("Printed; the printer confirmed it.");
    await terminal.see("All sent");
    expect(await readRequests(server)).toMatchObject([
      { articleId: null, printerId: 1, copies: 1, stateId: 3 },
    ]);
  });
});

/** Adds a label for locations; the demo has none. */
async function addFormat(server: ServerProcess): Promise<void> {
  const format = { name: "Shelf", template: TEMPLATE, printerTypeId: 3, subject: "location" };
  expect((await (await server.as("admin")).post("/api/printingformats", format)).status).toBe(201);
}

async function readRequests(server: ServerProcess): Promise<readonly object[]> {
  return (await (await server.as("user")).get("/api/printrequests?locationId=4")).body;
}

const labelsOffered = (terminal: Terminal) =>
  terminal.evaluate(
    "[...document.querySelectorAll('main select option:not([value=\"\"])')].map((one) => one.textContent)",
  );

const isSelected = (printer: string) => `[...document.querySelectorAll("input[name=printer]:checked")].some(
  (one) => one.closest("label").textContent.startsWith("${printer}"))`;
