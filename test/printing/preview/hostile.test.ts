import { expect, test } from "vitest";
import { sharedServer } from "../../harness/server.ts";
import { interceptCalls } from "../../harness/worker-calls.ts";

const { user } = sharedServer();

const KIB = 1024;
const filled = (piece: string, bytes = 510 * KIB) => piece.repeat(Math.floor(bytes / piece.length));
/** As many pieces as a template may have commands, but for a few at its ends. */
const allowed = (piece: string) => piece.repeat(Math.floor(1990 / (piece.split("^").length - 1)));
const preview = (template: string, printerTypeId = 3) =>
  user.post("/api/printingformats/preview", { template, printerTypeId });
const FINE = "^XA^FO10,10^A0N,30^FDfine^FS^XZ";
/** Rounded boxes of 30 000 dots, until the time limit ends their thread. */
const SLOW = `^XA${allowed("^GB30000,30000,300,B,8^FS")}^XZ`;

test.each([
  ["a huge ^PQ", "^XA^FO1,1^A0N,30^FDx^FS^PQ99999^XZ", 3, 200],
  ["2 000 ^FS", `^XA^FO1,1^A0N,30^FDx^FS${allowed("^FS")}^XZ`, 3, 200],
  ["2 000 ^FO", `^XA${allowed("^FO1,1")}^FDx^FS^XZ`, 3, 200],
  ["2 000 carets", `^XA^FDx^FS${allowed("^")}^XZ`, 3, 200],
  ["500 texts", `^XA${allowed("^FO1,1^A0N,30^FDx^FS")}^XZ`, 3, 200],
  ["300 labels", allowed("^XA^FO1,1^A0N,9^FDx^FS^XZ"), 3, 200],
  ["a ^GB of 30 000 dots", "^XA^FO1,1^GB30000,30000,30000^FS^FDx^FS^XZ", 3, 200],
  ["letters of 30 000 dots", "^XA^FO1,1^A0N,30000,30000^FDx^FS^XZ", 3, 400],
  ["a bar code of 32 000 dots", "^XA^FO1,1^BY10^BCN,32000,N^FDx^FS^XZ", 3, 200],
  ["a QR code with too much in it", `^XA^FO1,1^BQN,2,10^FDQA,${filled("x", 20 * KIB)}^FS^XZ`, 3, 400],
  ["a picture that says it is huge", "^XA^FO1,1^GFA,99999999,99999999,99999,FF^FS^FDx^FS^XZ", 3, 200],
  ["a Data Matrix of modules of 4 095 dots", `^XA^FO1,1^BXN,4095,200^FD${"x".repeat(200)}^FS^XZ`, 3, 400],
  ["a receipt of 2 000 lines", "x\n".repeat(2000), 1, 200],
  ["a receipt of 510 KiB", filled(`${"x".repeat(8000)}\n`), 1, 200],
  ["a receipt of feeds", "[feed 20]\n".repeat(2000), 2, 200],
  ["EPL with 500 values", `${'A1,1,0,3,1,1,N,"{{name}}"\n'.repeat(500)}P1`, 5, 200],
])("%s gets a response, and the next label is drawn", async (_, template, type, status) => {
  const response = await preview(template, type);
  expect({ status: response.status, message: response.body?.message ?? "" }).toEqual({
    status,
    message: status === 200 ? "" : expect.stringContaining("can't be drawn"),
  });
  expect((await preview(FINE)).status).toBe(200);
});

test.each([
  ["35 000 fields", `^XA${"^FD{{code}}^FS".repeat(35_000)}^XZ`, 3],
  ["25 000 texts, more memory than the drawer has", `^XA${filled("^FO1,1^A0N,30^FDx^FS")}^XZ`, 3],
  ["endless carets", `^XA^FDx^FS${filled("^")}^XZ`, 3],
  ["a receipt of 260 000 lines", filled("x\n"), 1],
  ["a receipt of one line of 510 KiB", filled("x"), 1],
  ["510 KiB of EPL", `${filled('A1,1,0,3,1,1,N,"{{name}}"\n')}P1`, 5],
])("%s are above the limits of a template, and are not drawn", async (_, template, type) => {
  const { status, body } = await preview(template, type);
  expect({ status, body }).toMatchObject({ status: 400, body: { errors: [{ path: "template" }] } });
});

test("a picture that takes too long ends with an error, and the next one is drawn", async () => {
  const { status, body } = await preview(SLOW);
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("can't be drawn") },
  });
  expect((await preview(FINE)).status).toBe(200);
});

test("other requests succeed while a picture is drawn", async () => {
  let isDone = false;
  const slow = preview(SLOW).finally(() => {
    isDone = true;
  });
  // The response comes after the slow one has started.
  for (let asked = 0; asked < 20; asked++) expect((await user.get("/api/articles/1")).status).toBe(200);
  expect(isDone).toBe(false);
  await slow;
});

test("sixteen pictures wait behind the one that is drawn, and one more gets Retry-After", async () => {
  const held: (() => void)[] = [];
  let isHeld = true;
  interceptCalls(["draw"], (_, send) => {
    if (isHeld) held.push(send);
    else send();
  });
  const all = Array.from({ length: 18 }, () => preview(FINE));
  const refused = await Promise.race(all);
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
  isHeld = false;
  for (const send of held) send();
  const statuses = (await Promise.all(all)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([...Array(17).fill(200), 503]);
});
