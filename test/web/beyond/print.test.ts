import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { readPorts } from "../../../src/demo/printer-ports.ts";
import { startServer } from "../../harness/server.ts";
import { type ServerProcess, startServerProcess } from "../../harness/server-process.ts";
import { OLDEST } from "../../harness/terminal.ts";
import { openTerminalAs, show } from "./open-terminal.ts";

describe.each(OLDEST)("labels in %s", (browser) => {
  test("a label is followed to where the printer has confirmed it, and the printer is remembered", async () => {
    const server = await startServerProcess();
    const terminal = await openTerminalAs(server, { browser });
    await show(terminal, "/article/72");
    await terminal.tap("Label");
    await terminal.see(/Broken printer not responding/);
    await terminal.see(/Dock printer ready/);
    // The first in the list does not respond: the first that is ready is chosen.
    await terminal.until(CHOSEN("Dock printer"));
    await terminal.tap("One more");
    await terminal.tap("Print");
    await terminal.see("2 × label of Armchair swivel on Dock printer");
    await terminal.see("Printed; the printer confirmed it.");
    expect(await requestsOf(server)).toMatchObject([
      { printerId: 1, labelFormatId: 1, copies: 2, stateId: 3 },
    ]);
    await show(terminal, "/article/73/print");
    await terminal.until(CHOSEN("Dock printer"));
    await terminal.seesNot("Printed:");
  });

  test("a printer without paper is told of, the label waits for it, and comes when there is some", async () => {
    const server = await startServerProcess();
    await jam(server, 1, "paperOut", true);
    const terminal = await openTerminalAs(server, { browser });
    await show(terminal, "/article/72/print");
    await terminal.see(/Dock printer out of paper/);
    await terminal.tap({ css: "label.option:nth-of-type(2)" });
    await terminal.tap("Print");
    await terminal.see("Not printed yet: Dock printer is out of paper.");
    await terminal.screenshot(`beyond-print-paper-${browser}`);
    await terminal.seesNot("Printed:");
    await jam(server, 1, "paperOut", false);
    await terminal.see("Printed; the printer confirmed it.");
  });

  test("a printer that neither answers nor closes has only been sent the label", async () => {
    const server = await startServer({ printLimits: { silenceMs: 1000 } });
    const port = await aMutePrinter();
    expect((await (await server.as("admin")).put("/api/printingprinters/1", { port })).status).toBe(200);
    const terminal = await openTerminalAs(server, { browser });
    await show(terminal, "/article/72/print");
    await terminal.see(/Dock printer no status reported/);
    await terminal.tap({ css: "label.option:nth-of-type(2)" });
    await terminal.tap("Print");
    await terminal.see("Sent, not confirmed. This printer does not confirm printing. Check the label.");
    await terminal.seesNot("Printed:");
  });

  test("a label for a printer that is not there can be cancelled, and asked for again", async () => {
    const server = await startServerProcess();
    const terminal = await openTerminalAs(server, { browser });
    await show(terminal, "/article/72/print");
    await terminal.tap({ css: "label.option:nth-of-type(1)" });
    await terminal.until(CHOSEN("Broken printer"));
    await terminal.tap("Print");
    await terminal.see(/Not printed yet: Broken printer refused the connection.* Next attempt at/);
    await terminal.tap("Cancel");
    await terminal.see("Not printed: cancelled.");
    await terminal.tap("Print again");
    await terminal.see(/Not printed yet: Broken printer/);
    expect(await requestsOf(server)).toMatchObject([{ printerId: 3, stateId: 1 }]);
  });

  test("without the box a label waits here, can be cancelled here, and is printed once when the box is there", async () => {
    const server = await startServerProcess();
    const terminal = await openTerminalAs(server, { browser, willBeAlone: true });
    await show(terminal, "/article/72/print");
    await terminal.tap({ css: "label.option:nth-of-type(2)" });
    await server.kill();
    await terminal.tap("Print");
    await terminal.see("No connection. The label will be printed once the server responds.");
    await terminal.tap("Cancel");
    await terminal.seesNot("It will be printed");
    await terminal.tap("Print");
    await terminal.see("No connection. The label will be printed once the server responds.");
    await terminal.see("1 not sent yet");
    await server.start();
    await terminal.see("Printed; the printer confirmed it.");
    await terminal.see("All sent");
    expect(await requestsOf(server)).toMatchObject([{ printerId: 1, stateId: 3, copies: 1 }]);
  });
});

async function requestsOf(server: ServerProcess): Promise<readonly object[]> {
  return (await (await server.as("user")).get("/api/printrequests?articleId=72")).body;
}

/** Lets a virtual printer of the demo misbehave, or ends that. */
async function jam({ folder }: ServerProcess, oid: number, name: string, isOn: boolean): Promise<void> {
  const page = readPorts(folder, []).get("page")?.at(-1);
  const turn = (method: string) =>
    fetch(`http://127.0.0.1:${page}/printers/${oid}/faults/${name}`, { method });
  expect((await turn(isOn ? "PUT" : "DELETE")).status).toBe(204);
}

const CHOSEN = (printer: string) => `[...document.querySelectorAll("input[name=printer]:checked")].some(
  (one) => one.closest("label").textContent.startsWith("${printer}"))`;

/** A printer that takes all, says nothing and never closes. Gives its port. */
async function aMutePrinter(): Promise<number> {
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
