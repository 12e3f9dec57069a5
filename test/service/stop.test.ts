import { once } from "node:events";
import { cp } from "node:fs/promises";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, inject, onTestFinished, test } from "vitest";
import { startVirtualPrinter, type VirtualPrinter } from "../../src/demo/virtual-printer/printer.ts";
import { createFolder } from "../harness/folder.ts";
import { createJpeg } from "../photos/uploads.ts";
import { callerOf, demand, logIn } from "../torture/call.ts";
import { type ServerProcess, startServerProcess } from "./process.ts";

const MOVABLE_TIMERS = join(import.meta.dirname, "movable-timers.ts");
const ITEM = 101;
const BOUNDARY = "stop-test";

/** A server process with a warehouse, and requests of a logged-in Admin. */
async function createWarehouse(folder: string) {
  const server = await startServerProcess(folder, {}, ["--import", MOVABLE_TIMERS]);
  const token = await logIn(server.url);
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads of a response
  const call = (method: string, path: string, body?: object): Promise<any> =>
    demand(callerOf(server.url, token), method, path, body);
  return { server, token, call };
}
type Warehouse = Awaited<ReturnType<typeof createWarehouse>>;

async function createFilledFolder(): Promise<string> {
  const folder = createFolder();
  await cp(inject("demoFolder"), folder, { recursive: true });
  return folder;
}

/** More bytes than the connection's buffers hold. */
const BIG = `^XA^FO10,10^FD{{code}}^FS${`^FX${"x".repeat(1000)}^FS`.repeat(500)}^XZ`;

/** Prints a label that the printer begins to read; returns the request's oid. */
async function requestLabelAt(
  { call }: Warehouse,
  printer: VirtualPrinter,
  template?: string,
): Promise<number> {
  const record = { name: `At ${printer.port}`, ipAddress: "127.0.0.1", port: printer.port, printerTypeId: 3 };
  const { oid: printerId } = await call("POST", "/api/printingprinters", record);
  const format = template && { name: "Stop", template, printerTypeId: 3 };
  const labelFormatId = format ? (await call("POST", "/api/printingformats", format)).oid : 1;
  const wanted = { articleId: 1, printerId, labelFormatId };
  const { oid } = await call("POST", "/api/pda/printing/print", wanted);
  await expect.poll(async () => (await call("GET", `/api/printrequests/${oid}`)).stateId).toBe(2);
  return oid;
}

/** An upload of a photo, half of it sent. */
async function halfAnUpload({ server, token }: Warehouse): Promise<{ upload: ClientRequest; rest: Buffer }> {
  const item = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="inventoryItemId"\r\n\r\n${ITEM}\r\n`;
  const head = `${item}--${BOUNDARY}\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), await createJpeg(), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  const upload = request(`${server.url}/api/photoarticleinventory`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": `multipart/form-data; boundary=${BOUNDARY}`,
      "Content-Length": body.length,
    },
  });
  const half = body.length >> 1;
  await new Promise((done) => upload.write(body.subarray(0, half), done));
  return { upload, rest: body.subarray(half) };
}

/** A terminal's idle connection after one response. */
async function openIdleConnection({ url }: ServerProcess): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.write("GET /health HTTP/1.1\r\nHost: box\r\n\r\n");
  await once(socket, "data");
  return socket;
}

async function takesConnections({ url }: ServerProcess): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    // A refused connection is the expected result.
    return false;
  } finally {
    socket.destroy();
  }
}

/** Sends SIGTERM; returns the exit status. */
function stopped(server: ServerProcess): Promise<number | null> {
  server.process.kill("SIGTERM");
  return server.ended;
}

/** Lets the times of a stop pass in the server's process, again and again until `end`. */
async function letTimePass({ process }: ServerProcess, end: Promise<unknown>): Promise<void> {
  let isOver = false;
  const over = end.then(() => {
    isOver = true;
  });
  await expect
    .poll(() => {
      process.kill("SIGUSR2");
      return isOver;
    })
    .toBe(true);
  await over;
}

test("SIGTERM: new connections are refused, the idle one ends, a running upload and label finish, status 0", async () => {
  const folder = await createFilledFolder();
  const printer = await startVirtualPrinter({ language: "zpl" });
  onTestFinished(() => printer.close());
  const warehouse = await createWarehouse(folder);
  printer.setFaults({ slow: 150 });
  const label = await requestLabelAt(warehouse, printer);
  const idle = await openIdleConnection(warehouse.server);
  const { upload, rest } = await halfAnUpload(warehouse);
  const responded = once(upload, "response") as Promise<[IncomingMessage]>;
  const status = stopped(warehouse.server);
  await once(idle, "close");
  await expect.poll(() => takesConnections(warehouse.server)).toBe(false);
  upload.end(rest);
  const [response] = await responded;
  expect(response.statusCode).toBe(201);
  const { oid } = JSON.parse(await text(response));
  expect(await status).toBe(0);
  expect(printer.labels).toHaveLength(1);
  const again = await createWarehouse(folder);
  expect(await again.call("GET", `/api/printrequests/${label}`)).toMatchObject({ stateId: 3 });
  expect(await again.call("GET", `/api/photoarticleinventory/${ITEM}`)).toContainEqual(
    expect.objectContaining({ oid }),
  );
});

test("SIGTERM while an upload and a printer hang: both are ended in time, the label is marked, status 0", async () => {
  const folder = await createFilledFolder();
  const printer = await startVirtualPrinter({ language: "zpl" });
  onTestFinished(() => printer.close());
  const warehouse = await createWarehouse(folder);
  printer.setFaults({ silent: true, stall: true });
  const label = await requestLabelAt(warehouse, printer, BIG);
  const { upload } = await halfAnUpload(warehouse);
  const broken = once(upload, "error");
  const status = stopped(warehouse.server);
  await expect.poll(() => takesConnections(warehouse.server)).toBe(false);
  await letTimePass(warehouse.server, broken);
  await letTimePass(warehouse.server, warehouse.server.ended);
  expect(await status).toBe(0);
  const again = await createWarehouse(folder);
  expect(await again.call("GET", `/api/printrequests/${label}`)).toMatchObject({
    stateId: 4,
    isInterrupted: true,
  });
});
