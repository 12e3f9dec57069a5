import { describe, expect, test } from "vitest";
import { type ServerProcess, startServerProcess } from "../../harness/server-process.ts";
import { OLDEST } from "../../harness/terminal.ts";
import { waitOutDoubleTap } from "../count/count-page.ts";
import { inStore } from "../stored-records.ts";
import { openTerminalAs } from "./open-terminal.ts";

describe.each(OLDEST)("printing a label in %s", (browser) => {
  test("the status is shown until the printer has confirmed the label, and the printer is remembered", async () => {
    const server = await startServerProcess();
    const terminal = await openTerminalAs(server, { browser });
    await terminal.goTo("/article/72");
    await terminal.tap("Label");
    await terminal.see(/Broken printer Not responding/);
    await terminal.see(/Dock printer Ready/);
    // The first printer does not respond, so the first ready one is selected.
    await terminal.until(isSelected("Dock printer"));
    await terminal.tap("One more");
    await terminal.tap("Print");
    await terminal.see("2 × label of Armchair swivel on Dock printer");
    await terminal.see("Printed; the printer confirmed it.");
    expect(await readRequests(server)).toMatchObject([
      { printerId: 1, labelFormatId: 1, copies: 2, stateId: 3 },
    ]);
    await terminal.goTo("/article/73/print");
    await terminal.until(isSelected("Dock printer"));
    await terminal.seesNot("Printed;");
  });

  test("a label for an unreachable printer can be cancelled and printed again", async () => {
    const server = await startServerProcess();
    const terminal = await openTerminalAs(server, { browser });
    await terminal.goTo("/article/72/print");
    await terminal.tap({ css: "fieldset label:nth-of-type(1)" });
    await terminal.until(isSelected("Broken printer"));
    await terminal.tap("Print");
    await terminal.see(/Not printed yet: Broken printer refused the connection.* Next attempt at/);
    await terminal.tap("Cancel");
    await terminal.see("Not printed: cancelled.");
    await waitOutDoubleTap(terminal);
    await terminal.tap("Print again");
    await terminal.see(/Not printed yet: Broken printer/);
    // Each attempt changes the state for a moment.
    await expect.poll(() => readRequests(server)).toMatchObject([{ printerId: 3, stateId: 1 }]);
  });

  test("a double tap prints once, and cancels", async () => {
    const server = await startServerProcess();
    const terminal = await openTerminalAs(server, { browser });
    await terminal.goTo("/article/72/print");
    await terminal.tap({ css: "fieldset label:nth-of-type(1)" });
    await terminal.until(isSelected("Broken printer"));
    await terminal.tapTwice("Print");
    await terminal.see(/Not printed yet: Broken printer refused the connection/);
    await terminal.tapTwice("Cancel", 300);
    await terminal.see("Not printed: cancelled.");
    // Whatever the second taps have asked for is sent before this.
    await terminal.until(`${inStore("errands", "store.count()")}.then((count) => count === 1)`);
    expect(await readRequests(server)).toMatchObject([{ printerId: 3, stateId: 4 }]);
  });

  test("the label that is chosen is the one that is printed: one without an enabled printer is not offered", async () => {
    const server = await startServerProcess();
    const admin = await server.as("admin");
    const { body: printers } = await admin.get("/api/printingprinters");
    for (const { oid, printerTypeId } of printers)
      if (printerTypeId === 1) await admin.put(`/api/printingprinters/${oid}`, { isActive: false });
    const format = { name: "Till", template: "{{code}}\n[cut]\n", printerTypeId: 1, subject: "article" };
    expect((await admin.post("/api/printingformats", format)).status).toBe(201);
    const terminal = await openTerminalAs(server, { browser });
    await terminal.goTo("/article/72/print");
    await terminal.see(/Dock printer Ready/);
    const options = `[...document.querySelectorAll('main select option')].map((one) => one.textContent)`;
    await expect
      .poll(() => terminal.evaluate(`${options}.length > 1 && !${options}.includes("Till")`))
      .toBe(true);
  });

  test("offline a label waits on the device, can be cancelled there, and is printed once when the server responds", async () => {
    const server = await startServerProcess();
    const terminal = await openTerminalAs(server, { browser, goesOffline: true });
    await terminal.goTo("/article/72/print");
    // The rows move when the conditions of the printers come.
    await terminal.see(/Dock printer\s*Ready/);
    await terminal.tap({ css: "fieldset label:nth-of-type(2)" });
    await terminal.until(isSelected("Dock printer"));
    await server.kill();
    await terminal.tap("Print");
    await terminal.see("No connection. The label will be printed once the server responds.");
    await terminal.tap("Cancel");
    await terminal.seesNot("The label will be printed");
    await terminal.tap("Print");
    await terminal.see("No connection. The label will be printed once the server responds.");
    await terminal.see("1 not sent yet");
    await server.start();
    await terminal.see("Printed; the printer confirmed it.");
    await terminal.see("All sent");
    expect(await readRequests(server)).toMatchObject([{ printerId: 1, stateId: 3, copies: 1 }]);
  });

  test("a scanned location leads to its labels only", async () => {
    const server = await startServerProcess();
    // The demo has no label for locations.
    const template = "^XA^FO10,10^FD{{code}} {{path}}^FS^XZ";
    const format = { name: "Shelf", template, printerTypeId: 3, subject: "location" };
    expect((await (await server.as("admin")).post("/api/printingformats", format)).status).toBe(201);
    const terminal = await openTerminalAs(server, { browser, width: 360 });
    await terminal.goTo("/find");
    await terminal.scan("B1-G-01");
    await terminal.until("location.hash === '#/location/4'");
    await terminal.tap("Print label");
    await terminal.see("Main building / Ground floor / Skladová hala č. 1");
    await terminal.see(/Dock printer Ready/);
    await terminal.until(isSelected("Dock printer"));
    const labels = `[...document.querySelectorAll('main select option:not([value=""])')].map((one) => one.textContent)`;
    await expect.poll(() => terminal.evaluate(labels)).toEqual(["Shelf"]);
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.tap("One more");
    await terminal.tap("Print");
    await terminal.see("2 × label of Skladová hala č. 1 on Dock printer");
    await terminal.see("Printed; the printer confirmed it.");
    await terminal.screenshot(`beyond-print-location-${browser}`);
    expect(await readRequests(server, "locationId=4")).toMatchObject([
      { articleId: null, printerId: 1, copies: 2, stateId: 3 },
    ]);
    // An article with the same id has no labels of its own.
    await terminal.goTo("/article/4/print");
    await terminal.see(/Dock printer/);
    await terminal.seesNot("2 × label of");
  });
});

async function readRequests(server: ServerProcess, of = "articleId=72"): Promise<readonly object[]> {
  return (await (await server.as("user")).get(`/api/printrequests?${of}`)).body;
}

const isSelected = (printer: string) => `[...document.querySelectorAll("input[name=printer]:checked")].some(
  (one) => one.closest("label").textContent.startsWith("${printer}"))`;
