import { expect, test } from "vitest";
import type { Client } from "../harness/client.ts";
import { type HeldSlices, holdSlices } from "../jobs/slices.ts";
import { endOf, jobAt, postJob } from "../jobs/waiting.ts";
import { codesOn, createShop, Done, type Shop, Waiting } from "./queue/printers.ts";
import { bytesOf, queueOf } from "./queue.ts";

// Labels of many articles as a job: progress, cancelling, a stop, and what others change meanwhile.

const PATH = "/api/articles/bulk-labels";
const IDS = [11, 12, 13, 14, 15, 16];
const codes = (...articleIds: number[]) => articleIds.map((id) => `A${String(id).padStart(6, "0")}`);

interface BegunLabels {
  readonly shop: Shop;
  readonly slices: HeldSlices;
  readonly path: string;
}

/** A job of six labels that a User has begun, after this many of them. */
async function beginLabels(slicesRun: number): Promise<BegunLabels> {
  const shop = await createShop({ language: "epl", sliceMs: 0 });
  const slices = holdSlices(shop.server);
  const { printerId, formatId: labelFormatId } = shop;
  const path = await postJob(shop.user, PATH, { ids: IDS, printerId, labelFormatId });
  await slices.run(slicesRun);
  return { shop, slices, path };
}

const articleIds = ({ server }: Shop) => queueOf(server).map(({ articleId }) => articleId);

async function allDone({ server, becomes }: Shop) {
  for (const { oid } of queueOf(server)) await becomes(oid, { stateId: Done });
}

test("labels print while the job runs, and its User sees its progress and its result", async () => {
  const { shop, slices, path } = await beginLabels(3);
  await allDone(shop);
  expect(codesOn(shop.printer)).toEqual(codes(11, 12, 13));
  const shown = await jobAt(shop.user, path);
  expect(shown).toMatchObject({ kind: "bulkLabels", state: "running", done: 3, total: 6, canCancel: true });
  slices.release();
  const result = { added: 6, refused: 0, refusals: [] };
  expect(await endOf(shop.user, path)).toMatchObject({ state: "done", result, undoUntil: null });
  await allDone(shop);
  expect(codesOn(shop.printer)).toEqual(codes(...IDS));
});

/** Six labels of which two are printed, and two more wait when the job is cancelled. */
async function cancelledInTheMiddle() {
  const { shop, slices, path } = await beginLabels(2);
  await allDone(shop);
  shop.printer.turnOff();
  await slices.run(2);
  const waiting = queueOf(shop.server).slice(2);
  expect(waiting).toHaveLength(2);
  expect((await shop.user.put(`${path}/cancel`)).status).toBe(200);
  slices.release();
  return { shop, waiting, job: await endOf(shop.user, path) };
}

test("cancelled in the middle, it removes the labels that wait, and no others", async () => {
  const { shop, waiting } = await cancelledInTheMiddle();
  for (const { oid } of waiting) expect((await shop.user.get(`/api/printrequests/${oid}`)).status).toBe(404);
  expect(articleIds(shop)).toEqual([11, 12]);
  await shop.printer.turnOn();
  await shop.becomes(await shop.print({ articleId: 20 }), { stateId: Done });
  expect(codesOn(shop.printer)).toEqual(codes(11, 12, 20));
});

test("cancelled in the middle, it names the labels that were printed", async () => {
  const { job } = await cancelledInTheMiddle();
  expect(job).toMatchObject({ state: "cancelled", undoUntil: null, result: { leftCount: 2 } });
  const { left } = job.result as { left: { name: string }[] };
  expect(left.map(({ name }) => name.slice(0, 7)).toSorted()).toEqual(codes(11, 12));
});

test("a label that is being printed when the job is cancelled stays", async () => {
  const { shop, slices, path } = await beginLabels(0);
  shop.printer.setFaults({ stall: true });
  await slices.run(3);
  const [first] = queueOf(shop.server);
  await shop.becomes(first?.oid ?? 0, { stateId: 2 });
  await shop.user.put(`${path}/cancel`);
  slices.release();
  expect(await endOf(shop.user, path)).toMatchObject({ state: "cancelled", result: { leftCount: 1 } });
  shop.printer.clearFaults();
  await shop.becomes(first?.oid ?? 0, { stateId: Done });
  expect(codesOn(shop.printer)).toEqual(codes(11));
});

test("it goes on after a stop, and prints each label once", async () => {
  const { shop, slices, path } = await beginLabels(3);
  await allDone(shop);
  const stopping = shop.server.halt();
  await slices.run(1);
  await stopping;
  await shop.server.restart();
  const { user } = shop.server;
  expect(await endOf(user, path)).toMatchObject({ state: "done", result: { added: 6, refused: 0 } });
  await expect.poll(() => codesOn(shop.printer)).toEqual(codes(...IDS));
  expect(articleIds(shop)).toEqual(IDS);
});

test("an article that is deleted meanwhile gets no label, and is named", async () => {
  const { shop, slices, path } = await beginLabels(2);
  expect((await shop.admin.delete("/api/articles/14")).status).toBe(204);
  slices.release();
  const { result } = await endOf(shop.user, path);
  const article = expect.stringMatching(/^A000014 ./);
  expect(result).toEqual({
    ...{ added: 5, refused: 1, refusals: [{ oid: 14, article, reason: "Article not found." }] },
  });
  expect(articleIds(shop)).toEqual([11, 12, 13, 15, 16]);
});

test("a format that is changed or deleted meanwhile does not change the labels", async () => {
  const { shop, slices, path } = await beginLabels(1);
  const format = `/api/printingformats/${shop.formatId}`;
  await shop.admin.put(format, { template: 'N\nA10,10,0,3,1,1,N,"changed"\nP1\n' });
  await slices.run(1);
  expect((await shop.admin.delete(format)).status).toBe(204);
  slices.release();
  expect(await endOf(shop.user, path)).toMatchObject({ state: "done" });
  await allDone(shop);
  expect(codesOn(shop.printer)).toEqual(codes(...IDS));
  for (const { oid } of queueOf(shop.server))
    expect(bytesOf(shop.server, oid).toString()).not.toContain("changed");
});

test("labels of a printer that is switched off in its record meanwhile wait", async () => {
  const { shop, slices, path } = await beginLabels(1);
  await allDone(shop);
  await shop.admin.put(`/api/printingprinters/${shop.printerId}`, { isActive: false });
  slices.release();
  expect(await endOf(shop.user, path)).toMatchObject({ state: "done", result: { added: 6 } });
  expect(queueOf(shop.server).map(({ stateId }) => stateId)).toEqual([Done, ...Array(5).fill(Waiting)]);
});

test.each<[string, (shop: Shop) => Promise<unknown>, RegExp]>([
  [
    "deleted",
    ({ admin, printerId }) => admin.delete(`/api/printingprinters/${printerId}?force=true`),
    /has been deleted/,
  ],
  [
    "of another type",
    async ({ admin, printerId }) => {
      // Labels in the language of the printer keep its type.
      await admin.post(`/api/printingprinters/${printerId}/cancel-waiting`);
      const { status } = await admin.put(`/api/printingprinters/${printerId}`, { printerTypeId: 3 });
      expect(status).toBe(200);
    },
    /another type/,
  ],
])(
  "when the printer is %s meanwhile, the job fails and removes the labels that were not printed",
  async (_, change, message) => {
    const { shop, slices, path } = await beginLabels(1);
    await allDone(shop);
    shop.printer.turnOff();
    await slices.run(2);
    await change(shop);
    slices.release();
    const job = await endOf(shop.user, path);
    expect(job).toMatchObject({ state: "failed", result: { leftCount: 1 } });
    expect(job.error?.message).toMatch(message);
    expect(articleIds(shop)).toEqual([11]);
  },
);

test("a second job waits for the first one, and its labels follow", async () => {
  const { shop, slices, path } = await beginLabels(2);
  const { printerId, formatId: labelFormatId } = shop;
  const next = await postJob(shop.admin, PATH, { ids: [21, 22], printerId, labelFormatId });
  expect(await jobAt(shop.admin, next)).toMatchObject({ state: "waiting" });
  slices.release();
  await endOf(shop.user, path);
  await endOf(shop.admin, next);
  expect(articleIds(shop)).toEqual([...IDS, 21, 22]);
});

test("a User reads, lists and cancels own jobs only", async () => {
  const { shop, slices, path: own } = await beginLabels(1);
  const { printerId, formatId: labelFormatId } = shop;
  const other = await postJob(shop.server.manager, PATH, { ids: [21], printerId, labelFormatId });
  expect((await shop.user.get(other)).status).toBe(403);
  expect((await shop.user.put(`${other}/cancel`)).status).toBe(403);
  const listed = async (client: Client) =>
    (await client.get("/api/jobs")).body.map(({ id }: { id: number }) => `/api/jobs/${id}`);
  expect(await listed(shop.user)).toEqual([own]);
  expect(await listed(shop.server.manager)).toEqual([other, own]);
  expect((await shop.server.manager.get(own)).status).toBe(200);
  expect((await shop.server.manager.put(`${own}/cancel`)).status).toBe(403);
  expect((await shop.admin.put(`${own}/cancel`)).status).toBe(200);
  slices.release();
  expect(await endOf(shop.user, own)).toMatchObject({ state: "cancelled" });
});

test("a finished job can't be undone", async () => {
  const { shop, slices, path } = await beginLabels(0);
  slices.release();
  await endOf(shop.user, path);
  expect((await shop.admin.put(`${path}/undo`)).status).toBe(400);
});
