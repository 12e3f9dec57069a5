import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { readPorts } from "../../../src/demo/printer-ports.ts";
import { startServer } from "../../harness/server.ts";
import { type ServerProcess, startServerProcess } from "../../harness/server-process.ts";
import { OLDEST } from "../../harness/terminal.ts";
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

  test("a printer without paper is reported, and the label is printed once there is paper", async () => {
    const server = await startServerProcess();
    await setFault(server, 1, "paperOut", true);
    const terminal = await openTerminalAs(server, { browser });
    await terminal.goTo("/article/72/print");
    await terminal.see(/Dock printer Out of paper/);
    await terminal.tap({ css: "fieldset label:nth-of-type(2)" });
    await terminal.tap("Print");
    await terminal.see("Not printed yet: Dock printer is out of paper.");
    await terminal.screenshot(`beyond-print-paper-${browser}`);
    await terminal.seesNot("Printed;");
    await setFault(server, 1, "paperOut", false);
    await terminal.see("Printed; the printer confirmed it.");
  });

  test("a label for a printer that neither answers nor closes is reported as sent, not as printed", async () => {
    const server = await startServer({ printLimits: { silenceMs: 1000 } });
    const port = await startMutePrinter();
    expect((await (await server.as("admin")).put("/api/printingprinters/1", { port })).status).toBe(200);
    const terminal = await openTerminalAs(server, { browser });
    await terminal.goTo("/article/72/print");
    await terminal.see(/Dock printer No status reported/);
    await terminal.tap({ css: "fieldset label:nth-of-type(2)" });
    await terminal.tap("Print");
    await terminal.see("Sent, not confirmed. This printer does not confirm printing. Check the label.");
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
    await terminal.tap("Print again");
    await terminal.see(/Not printed yet: Broken printer/);
    // Each attempt changes the state for a moment.
    await expect.poll(() => readRequests(server)).toMatchObject([{ printerId: 3, stateId: 1 }]);
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
});

async function readRequests(server: ServerProcess): Promise<readonly object[]> {
  return (await (await server.as("user")).get("/api/printrequests?articleId=72")).body;
}

/** Turns a fault of a virtual printer of the demo on or off. */
async function setFault({ folder }: ServerProcess, oid: number, name: string, isOn: boolean): Promise<void> {
  const page = readPorts(folder, []).get("page")?.at(-1);
  const send = (method: string) =>
    fetch(`http://127.0.0.1:${page}/printers/${oid}/faults/${name}`, { method });
  expect((await send(isOn ? "PUT" : "DELETE")).status).toBe(204);
}

const isSelected = (printer: string) => `[...document.querySelectorAll("input[name=printer]:checked")].some(
  (one) => one.closest("label").textContent.startsWith("${printer}"))`;

/** Starts a printer that accepts data, sends nothing and never closes. Returns its port. */
async function startMutePrinter(): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket.resume().on("error", () => sockets.delete(socket)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
