import { existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startAppliance } from "../../src/app/appliance.ts";
import { readConfig } from "../../src/platform/config.ts";
import { eventually } from "../harness/eventually.ts";
import { createFolder } from "../harness/folder.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { addPhotos, adminByPassword, createFilledFolder, photoFilesOf, ran, startOnCopy } from "./copies.ts";
import { createEarlierFolder } from "./restore-folders.ts";
import { restore } from "./restoring.ts";

/** Writes locations and photos to a server until it is stopped. */
function writers(server: TestServer) {
  const locations: string[] = [];
  const photos: number[] = [];
  let goOn = true;
  const write = async (who: string) => {
    const client = await server.as(who);
    for (let i = 0; goOn; i++) {
      const response = await client.post("/api/locations", { name: `${who} ${i}` });
      if (response.status === 201) locations.push(`${who} ${i}`);
      if (i % 10 === 0) photos.push(...(await addPhotos(server, 1)));
    }
  };
  const ended = Promise.all(["admin", "manager", "both"].map(write));
  return {
    locations,
    photos,
    async end() {
      goOn = false;
      await ended;
    },
  };
}

const tools: [string, (from: string, to: string) => Promise<unknown>][] = [
  ["cp -r", (from, to) => ran(["cp", "-r", from, to])],
  // Status 1 means that a file has changed meanwhile, which does no harm here.
  [
    "tar",
    async (from, to) => {
      mkdirSync(to);
      const archive = join(to, "..", "copy.tar");
      await ran(["tar", "-cf", archive, "-C", from, "."]);
      await ran(["tar", "-xpf", archive, "-C", to]);
    },
  ],
];
test.each(tools)(
  "a folder that %s copies during writes is a backup of everything acknowledged before",
  async (_, copyWith) => {
    const server = await startServer();
    const working = writers(server);
    await eventually(() => expect(working.locations.length).toBeGreaterThan(60));
    const [locations, photos] = [[...working.locations], [...working.photos]];
    const copy = join(createFolder(), "copy");
    await copyWith(server.folder, copy);
    await working.end();
    const into = join(createFolder(), "data");
    // Writes during the copying may be in it or not: a copy by tar does not record its begin.
    const { status, stderr } = await restore(copy, "--into", into, "--without-missing-photos");
    expect(stderr).toContain("Restored to ");
    expect(status).toBe(0);
    const restored = await startOnCopy(into);
    const client = await adminByPassword(restored);
    const found = (await client.get("/api/locations")).body.map(({ name }: { name: string }) => name);
    expect(locations.filter((name) => !found.includes(name))).toEqual([]);
    for (const oid of photos) {
      expect((await client.get(`/api/photos/${oid}`)).status).toBe(200);
      expect((await client.get(`/api/photos/${oid}/thumbnail`)).status).toBe(200);
    }
  },
);

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
