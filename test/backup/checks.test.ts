import { chmodSync, readdirSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aBox, type TestBox } from "../harness/box.ts";
import { aClock } from "../harness/clock.ts";
import { eventually } from "../harness/patience.ts";
import { movableTimers } from "../harness/timers.ts";
import { addPhotos, mainFileOf, photoFilesOf, ran } from "./copies.ts";

const DAY = 24 * 3_600_000;
/** The box looks this often whether a check is due. */
const LOOK_MS = 5000;
const checksOf = async (box: TestBox) => (await (await box.as("admin")).get("/api/box/checks")).body;

/** How many processes check this folder. */
async function checking(folder: string): Promise<number> {
  // Some end while they are looked at.
  const { lines } = await ran(["sh", "-c", "cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' '; echo"]);
  return lines.join(" ").split(`verify-live-process.ts ${folder}`).length - 1;
}

/** Asks for a self-check and waits for its result. */
async function checked(box: TestBox) {
  const before = (await checksOf(box)).selfCheck;
  const asked = await (await box.as("admin")).post("/api/box/checks");
  expect(asked.status).toBe(201);
  expect(asked.body.isChecking).toBe(true);
  return resultAfter(box, before);
}
async function resultAfter(box: TestBox, before: { at: string } | null) {
  return eventually(async () => {
    const { selfCheck } = await checksOf(box);
    expect(selfCheck).not.toEqual(before);
    return selfCheck;
  });
}

test("a box that was asked for it says that all is well; asked twice, it checks itself once", async () => {
  const box = await aBox();
  await addPhotos(box, 2);
  expect(await checksOf(box)).toMatchObject({ backup: null, selfCheck: null, isChecking: false });
  for (const _ of [1, 2])
    expect((await (await box.as("admin")).post("/api/box/checks")).body.isChecking).toBe(true);
  expect(await checking(box.folder)).toBe(1);
  const result = await resultAfter(box, null);
  expect(result).toMatchObject({ ok: true, problems: [], total: 0 });
  const after = await checksOf(box);
  expect(Date.parse(after.nextCheckDT)).toBe(Date.parse(result.at) + 7 * DAY);
  expect(box.appliance.dependencies.storage.removableBefore()).not.toBeNull();
});

const damages: [string, (folder: string) => unknown, RegExp][] = [
  ["a photo's file is gone", (folder) => rmSync(photoFilesOf(folder)[0] ?? ""), /^photo \d+ .* is missing$/],
  ["a photo's file is empty", (folder) => truncateSync(photoFilesOf(folder)[0] ?? ""), /is empty$/],
  [
    "a key is open to others",
    (folder) => chmodSync(join(folder, "jwt.key"), 0o644),
    /jwt\.key can be read by others/,
  ],
  [
    // By another process: opened here, SQLite's locks would go with it.
    "the main file has another byte",
    (folder) =>
      ran([
        "dd",
        "if=/dev/urandom",
        `of=${mainFileOf(folder)}`,
        "bs=1",
        "count=8",
        "seek=9000",
        "conv=notrunc",
      ]),
    /\.db is not as it was written/,
  ],
];
test.each(damages)("when %s the check says so", async (_, damage, sentence) => {
  const box = await aBox();
  await addPhotos(box, 1);
  await damage(box.folder);
  const result = await checked(box);
  expect(result.ok).toBe(false);
  expect(result.total).toBeGreaterThan(0);
  expect(result.problems[0]).toMatch(sentence);
});

test("it comes by itself: hours after the first start, then every week, a missed one soon after the next start", async () => {
  const clock = aClock();
  const timers = movableTimers();
  const box = await aBox({ clock });
  const at = clock.now();
  expect(Date.parse((await checksOf(box)).nextCheckDT) - at).toBeLessThanOrEqual(4 * 3_600_000);
  clock.advance(4 * 3_600_000);
  await timers.pass(LOOK_MS);
  const first = await resultAfter(box, null);
  clock.advance(7 * DAY);
  await timers.pass(LOOK_MS);
  const second = await resultAfter(box, first);
  expect(Date.parse(second.at) - Date.parse(first.at)).toBeGreaterThanOrEqual(7 * DAY);
  clock.advance(30 * DAY);
  await box.restart();
  const { selfCheck, nextCheckDT } = await checksOf(box);
  expect(selfCheck).toEqual(second);
  expect(Date.parse(nextCheckDT) - clock.now()).toBeLessThanOrEqual(10 * 60_000);
  clock.advance(10 * 60_000);
  await timers.pass(LOOK_MS);
  await resultAfter(box, second);
});

test("a box that stops ends its check, and notes nothing of it", async () => {
  const box = await aBox();
  await (await box.as("admin")).post("/api/box/checks");
  await box.restart();
  expect(await checking(box.folder)).toBe(0);
  expect(await checksOf(box)).toMatchObject({ selfCheck: null, isChecking: false });
});

test("a box that moves to its next generation meanwhile is checked all the same", async () => {
  const box = await aBox();
  const result = checked(box);
  await box.appliance.dependencies.storage.rotate();
  expect(await result).toMatchObject({ ok: true });
  expect(readdirSync(box.folder).filter((name) => name.endsWith(".db")).length).toBeGreaterThan(1);
});
