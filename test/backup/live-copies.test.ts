import { existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startAppliance } from "../../src/app/appliance.ts";
import { findInterruptedRestore } from "../../src/ops/backup/data-folder/interrupted-restore.ts";
import { readConfig } from "../../src/platform/config.ts";
import { eventually } from "../harness/eventually.ts";
import { createFolder } from "../harness/folder.ts";
import { startServer } from "../harness/server.ts";
import { addPhotos, createFilledFolder, photoFilesOf, ran } from "./copies.ts";
import { createEarlierFolder } from "./restore-folders.ts";
import { restore } from "./restoring.ts";

test("only a photo that was added before the copying began is reported as missing", async () => {
  const server = await startServer();
  const copy = join(createFolder(), "copy");
  await ran(["cp", "-r", server.folder, copy]);
  await eventually(() => expect(Date.now()).toBeGreaterThan(statSync(copy).birthtimeMs + 5));
  await addPhotos(server, 1);
  // Simulates longer copying, with the database as the last part.
  await ran(["sh", "-c", `rm ${copy}/tally-* && cp ${server.folder}/tally-* ${copy}`]);
  const whole = await restore(copy);
  expect(whole.stderr).toMatch(
    /^note: 2 photo files are not in it: they were added after the copying began$/m,
  );
  expect(whole.lines[2]).toMatch(/^Whole/);
  rmSync(photoFilesOf(copy)[0] ?? "");
  expect((await restore(copy)).lines[2]).toMatch(/^NOT whole, 1 problem: photo \d+ .* is missing$/);
});

test("a start after an interrupted restore is refused, and creates nothing", async () => {
  const filled = await createFilledFolder();
  onTestFinished(() => rmSync(filled, { recursive: true }));
  const folder = createEarlierFolder(filled);
  const environment = { HOST: "127.0.0.1", PORT: "0", HTTPS_PORT: "off", LOG_LEVEL: "silent" };
  const start = () => startAppliance(readConfig({ ...environment, DATA_DIR: folder }));
  const earlier = `${folder}.before-20260101T000000000Z`;
  renameSync(folder, earlier);
  await expect(start()).rejects.toThrow(/no database found, but "data\.before-.*a restore was interrupted/);
  expect(existsSync(folder)).toBe(false);
  renameSync(earlier, folder);
  mkdirSync(join(folder, "swapping-20260101T000000000Z"));
  await expect(start()).rejects.toThrow(/a restore into it was interrupted/);
});

test("the data that an upgrade has set aside are no interrupted restore", () => {
  const folder = join(createFolder(), "data");
  for (const name of ["1.2.3", "1.2.3-2", "the-move"]) mkdirSync(`${folder}.before-${name}`);
  expect(findInterruptedRestore(folder)).toBeNull();
  mkdirSync(`${folder}.restoring-20260101T000000000Z`);
  expect(findInterruptedRestore(folder)).toContain('"data.restoring-20260101T000000000Z" exists');
});
