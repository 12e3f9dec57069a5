import { expect, test } from "vitest";
import { adminByPassword } from "../../backup/copies.ts";
import { holdSlices } from "../../jobs/slices.ts";
import { endOf, postJob } from "../../jobs/waiting.ts";
import { backup } from "../../security/backup-copy.ts";
import { queueOf } from "../queue.ts";
import { codesOn, createShop, Done, Failed } from "./printers.ts";

// What waits in a backup may have been printed since, and the copy may be on a test machine.

const RESTORED = "the data were restored from a backup, and the label may have been printed since";

test("a restored server prints no label that waits in the backup, until a user requests it again", async () => {
  const shop = await createShop({ language: "epl" });
  shop.printer.turnOff();
  const [first, second] = [await shop.print(), await shop.print({ articleId: 2 })];
  const restore = backup(shop.server);
  await restore();
  await shop.printer.turnOn();
  const admin = await adminByPassword(shop.server);
  for (const oid of [first, second]) {
    const { body } = await admin.get(`/api/printrequests/${oid}`);
    expect(body).toMatchObject({ stateId: Failed, isInterrupted: true, lastError: RESTORED });
  }
  expect((await admin.post(`/api/printrequests/${second}/retry`)).status).toBe(200);
  await expect
    .poll(async () => (await admin.get(`/api/printrequests/${second}`)).body)
    .toMatchObject({ stateId: Done });
  expect(codesOn(shop.printer)).toEqual(["A000002"]);
});

test("a job of labels in the backup adds no more of them", async () => {
  const shop = await createShop({ language: "epl", sliceMs: 0 });
  shop.printer.turnOff();
  const slices = holdSlices(shop.server);
  const { printerId, formatId: labelFormatId } = shop;
  const ids = [11, 12, 13, 14];
  const labels = { ids, printerId, labelFormatId };
  const begun = await postJob(shop.admin, "/api/articles/bulk-labels", labels);
  const waiting = await postJob(shop.admin, "/api/articles/bulk-labels", labels);
  await slices.run(2);
  expect(queueOf(shop.server)).toHaveLength(2);
  const restore = backup(shop.server);
  slices.release();
  await restore();
  await shop.printer.turnOn();
  const admin = await adminByPassword(shop.server);
  for (const path of [begun, waiting])
    expect(await endOf(admin, path)).toMatchObject({
      state: "failed",
      error: { message: "The data were restored from a backup, and the labels may have been printed since." },
    });
  expect(queueOf(shop.server)).toEqual([]);
});
