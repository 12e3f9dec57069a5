import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { readPorts } from "../../../src/demo/printer-ports.ts";
import { aBox } from "../../harness/box.ts";
import { aBoxProcess, type BoxProcess } from "../../harness/box-process.ts";
import { OLDEST } from "../../harness/handheld.ts";
import { atWork, show } from "./at-work.ts";

describe.each(OLDEST)("labels in %s", (browser) => {
  test("a label is followed to where the printer has confirmed it, and the printer is remembered", async () => {
    const box = await aBoxProcess();
    const handheld = await atWork(box, { browser });
    await show(handheld, "/article/72");
    await handheld.tap("Label");
    await handheld.see(/Broken printer not responding/);
    await handheld.see(/Dock printer ready/);
    // The first in the list does not respond: the first that is ready is chosen.
    await handheld.until(CHOSEN("Dock printer"));
    await handheld.tap("One more");
    await handheld.tap("Print");
    await handheld.see("2 × label of Armchair swivel on Dock printer");
    await handheld.see("Printed; the printer confirmed it.");
    expect(await requestsOf(box)).toMatchObject([{ printerId: 1, labelFormatId: 1, copies: 2, stateId: 3 }]);
    await show(handheld, "/article/73/print");
    await handheld.until(CHOSEN("Dock printer"));
    await handheld.seesNot("Printed:");
  });

  test("a printer without paper is told of, the label waits for it, and comes when there is some", async () => {
    const box = await aBoxProcess();
    await jam(box, 1, "paperOut", true);
    const handheld = await atWork(box, { browser });
    await show(handheld, "/article/72/print");
    await handheld.see(/Dock printer out of paper/);
    await handheld.tap({ css: "label.option:nth-of-type(2)" });
    await handheld.tap("Print");
    await handheld.see("Not printed yet: Dock printer is out of paper.");
    await handheld.screenshot(`beyond-print-paper-${browser}`);
    await handheld.seesNot("Printed:");
    await jam(box, 1, "paperOut", false);
    await handheld.see("Printed; the printer confirmed it.");
  });

  test("a printer that neither answers nor closes has only been sent the label", async () => {
    const box = await aBox({ printLimits: { silenceMs: 1000 } });
    const port = await aMutePrinter();
    expect((await (await box.as("admin")).put("/api/printingprinters/1", { port })).status).toBe(200);
    const handheld = await atWork(box, { browser });
    await show(handheld, "/article/72/print");
    await handheld.see(/Dock printer no status reported/);
    await handheld.tap({ css: "label.option:nth-of-type(2)" });
    await handheld.tap("Print");
    await handheld.see("Sent, not confirmed. This printer does not confirm printing. Check the label.");
    await handheld.seesNot("Printed:");
  });

  test("a label for a printer that is not there can be cancelled, and asked for again", async () => {
    const box = await aBoxProcess();
    const handheld = await atWork(box, { browser });
    await show(handheld, "/article/72/print");
    await handheld.tap({ css: "label.option:nth-of-type(1)" });
    await handheld.until(CHOSEN("Broken printer"));
    await handheld.tap("Print");
    await handheld.see(/Not printed yet: Broken printer refused the connection.* Next attempt at/);
    await handheld.tap("Cancel");
    await handheld.see("Not printed: cancelled.");
    await handheld.tap("Print again");
    await handheld.see(/Not printed yet: Broken printer/);
    expect(await requestsOf(box)).toMatchObject([{ printerId: 3, stateId: 1 }]);
  });

  test("without the box a label waits here, can be cancelled here, and is printed once when the box is there", async () => {
    const box = await aBoxProcess();
    const handheld = await atWork(box, { browser, willBeAlone: true });
    await show(handheld, "/article/72/print");
    await handheld.tap({ css: "label.option:nth-of-type(2)" });
    await box.kill();
    await handheld.tap("Print");
    await handheld.see("No connection. The label will be printed once the server responds.");
    await handheld.tap("Cancel");
    await handheld.seesNot("It will be printed");
    await handheld.tap("Print");
    await handheld.see("No connection. The label will be printed once the server responds.");
    await handheld.see("1 not sent yet");
    await box.start();
    await handheld.see("Printed; the printer confirmed it.");
    await handheld.see("All sent");
    expect(await requestsOf(box)).toMatchObject([{ printerId: 1, stateId: 3, copies: 1 }]);
  });
});

async function requestsOf(box: BoxProcess): Promise<readonly object[]> {
  return (await (await box.as("user")).get("/api/printrequests?articleId=72")).body;
}

/** Lets a virtual printer of the demo misbehave, or ends that. */
async function jam({ folder }: BoxProcess, oid: number, name: string, isOn: boolean): Promise<void> {
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
