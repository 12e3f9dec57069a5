import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { smallFileReader, writeSmallFiles } from "../../src/ops/standby/files/small-files.ts";
import { fileIdentity } from "../../src/storage/files/durable-files.ts";
import { FolderCopy } from "../../src/storage/following/folder-copy.ts";
import { createFolder } from "../harness/folder.ts";
import { attach, createPdf } from "../photos/attach.ts";
import {
  addLocation,
  adminStateOf,
  joinPair,
  startPair,
  startTestMachine,
  stateOf,
  type TestMachine,
  until,
  untilSame,
} from "./machines.ts";

const hashOf = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");

async function locationNames(machine: TestMachine): Promise<string[]> {
  const { body } = await (await machine.as("admin")).get("/api/locations");
  return body.map(({ name }: { name: string }) => name);
}

test("a standby has the database, photos and keys of its primary byte for byte, and follows its writes", async () => {
  const { primary, standby } = await startPair();
  expect(await addLocation(primary, "After the pairing")).toBe(201);
  await primary.machine.appliance?.dependencies.storage.rotate();
  expect(await addLocation(primary, "After the rotation")).toBe(201);
  expect((await attach(await primary.as("manager"), 1, createPdf())).status).toBe(201);
  await untilSame(primary);
  const names = readdirSync(primary.folder).filter(
    (name) => /\.db(-wal)?$/.test(name) || name.endsWith(".key"),
  );
  const newest =
    names
      .filter((name) => name.endsWith(".db"))
      .sort()
      .at(-1) ?? "";
  const same = names.filter((name) => name.startsWith(newest) || name.endsWith(".key"));
  expect(same.length).toBeGreaterThan(2);
  for (const name of same)
    expect([name, hashOf(join(standby.folder, name))]).toEqual([name, hashOf(join(primary.folder, name))]);
  const photos = readdirSync(join(primary.folder, "photos"), { recursive: true, withFileTypes: true });
  expect(photos.some(({ name }) => name.endsWith(".pdf"))).toBe(true);
  for (const photo of photos.filter((one) => one.isFile()))
    expect(existsSync(`${photo.parentPath.replace(primary.folder, standby.folder)}/${photo.name}`)).toBe(
      true,
    );
  expect(await stateOf(standby)).toMatchObject({ mode: "standby", isWhole: true, epoch: 1, error: null });
  expect(await adminStateOf(primary)).toMatchObject({
    mode: "primary",
    epoch: 1,
    peer: { isConnected: true },
  });
});

test("a primary says how much room its database takes", async () => {
  const moves = vi.spyOn(FolderCopy.prototype, "moveTo");
  onTestFinished(() => void moves.mockRestore());
  const { primary } = await startPair();
  const [[next] = []] = moves.mock.calls;
  expect(next?.bytes).toBeGreaterThan(statSync(join(primary.folder, next?.generation ?? "")).size);
});

test.each([
  ["damaged", (path: string) => writeFileSync(path, "damaged")],
  // Reading a folder fails, as reading a bad block does.
  ["unreadable", (path: string) => mkdirSync(path)],
])(
  "a photo of the primary that is %s keeps no other one from its standby, which has it once it is whole again",
  async (_, damage) => {
    const primary = await startTestMachine("demo");
    const standby = await startTestMachine("empty");
    const content = createPdf();
    const name = `${createHash("sha256").update(content).digest("hex")}.pdf`;
    const pathIn = ({ folder }: TestMachine) => join(folder, "photos", name.slice(0, 2), name);
    const pdfsOf = ({ folder }: TestMachine) =>
      readdirSync(join(folder, "photos"), { recursive: true, encoding: "utf8" }).filter((file) =>
        file.endsWith(".pdf"),
      );
    expect((await attach(await primary.as("manager"), 1, content)).status).toBe(201);
    rmSync(pathIn(primary));
    damage(pathIn(primary));
    expect((await attach(await primary.as("manager"), 1, createPdf())).status).toBe(201);
    await joinPair(primary, standby);
    await untilSame(primary);
    expect([existsSync(pathIn(standby)), pdfsOf(standby)]).toEqual([
      false,
      pdfsOf(primary).filter((file) => !file.endsWith(name)),
    ]);
    expect(await stateOf(standby)).toMatchObject({ hasPhotos: false, error: null });
    rmSync(pathIn(primary), { recursive: true });
    writeFileSync(pathIn(primary), content);
    await standby.stop();
    await standby.start();
    await until(async () => (await stateOf(standby))["hasPhotos"] === true);
    expect(hashOf(pathIn(standby))).toBe(name.slice(0, 64));
  },
);

/** The files of the database, and the state of the folder. */
const databaseFilesOf = ({ folder }: TestMachine) =>
  readdirSync(folder).filter((name) => /\.db(-wal)?$/.test(name) || name === "tallybox.json");

test.each([
  ["an older image of its disk", (state: string) => replaceIdentity(state)],
  ["an older copy of its files", () => {}],
])("a standby whose primary got %s keeps what it had more", async (_, finish) => {
  const { primary, standby, code } = await startPair();
  await primary.stop();
  const image = databaseFilesOf(primary).map(
    (name) => [name, readFileSync(join(primary.folder, name))] as const,
  );
  await primary.start();
  await until(async () => (await addLocation(primary, "Later")) === 201);
  await untilSame(primary);
  await primary.stop();
  await standby.stop();
  const [log = ""] = databaseFilesOf(standby)
    .filter((name) => name.endsWith("-wal"))
    .toReversed();
  const newer = hashOf(join(standby.folder, log));
  for (const name of databaseFilesOf(primary)) rmSync(join(primary.folder, name));
  for (const [name, content] of image) writeFileSync(join(primary.folder, name), content);
  finish(join(primary.folder, "tallybox.json"));
  await standby.start();
  await primary.start();
  await untilSame(primary);
  const [aside = ""] = readdirSync(standby.folder).filter((name) => name.startsWith("before-"));
  expect(hashOf(join(standby.folder, aside, log))).toBe(newer);
  expect(await locationNames(primary)).not.toContain("Later");
  // As the page for operators says.
  await primary.stop();
  await standby.stop();
  for (const name of databaseFilesOf(standby)) rmSync(join(standby.folder, name));
  for (const name of readdirSync(join(standby.folder, aside)))
    renameSync(join(standby.folder, aside, name), join(standby.folder, name));
  await standby.start();
  expect((await standby.anonymous.put("/api/standby/promotion", { code })).status).toBe(200);
  await until(() => standby.machine.appliance !== null);
  expect(await locationNames(standby)).toContain("Later");
});

/** Lets the folder look as if its state file had always been there. */
function replaceIdentity(path: string): void {
  const state = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...state, mark: fileIdentity(statSync(path)) }));
}

test("a standby answers nothing but its state, and says what it is", async () => {
  const { primary, standby } = await startPair();
  const response = await fetch(`${standby.url}/api/locations`);
  expect(response.status).toBe(503);
  expect(await response.text()).toContain("This server is a standby");
  expect((await fetch(`${standby.url}/health`)).status).toBe(200);
  const ready = await fetch(`${standby.url}/health/ready`);
  expect([ready.status, await ready.json()]).toMatchObject([503, { checks: { box: "standby" } }]);
  expect(await (await fetch(`${standby.url}/metrics`)).text()).toContain("tallybox_standby_connected 1");
  expect(await (await fetch(`${primary.url}/metrics`)).text()).toContain("tallybox_standby_lag_seconds 0");
});

test("a promotion while the primary works loses nothing, and the primary accepts no change from then on", async () => {
  const { primary, standby, code } = await startPair();
  const taken: string[] = [];
  const refused: number[] = [];
  let isWriting = true;
  const writing = (async () => {
    const admin = await primary.as("admin");
    for (let i = 0; isWriting; i++) {
      // The connection is closed while the former primary becomes read-only.
      const response = await admin.post("/api/locations", { name: `During ${i}` }).catch(() => null);
      const status = response?.status ?? 503;
      if (status === 201) taken.push(`During ${i}`);
      else refused.push(status);
      if (refused.length > 3) return;
    }
  })();
  await until(() => taken.length > 3);
  expect((await standby.anonymous.put("/api/standby/promotion", { code })).status).toBe(200);
  await until(() => standby.machine.appliance !== null);
  await writing;
  isWriting = false;
  expect(new Set(refused)).toEqual(new Set([503]));
  expect(await locationNames(standby)).toEqual(expect.arrayContaining(taken));
  expect(await addLocation(standby, "On the new primary")).toBe(201);
  await until(async () => (await adminStateOf(primary))["mode"] === "superseded");
  expect(await addLocation(primary, "Too late")).toBe(503);
  await primary.stop();
  await primary.start();
  expect(await adminStateOf(primary)).toMatchObject({ mode: "superseded", epoch: 2 });
  expect(await addLocation(primary, "Still too late")).toBe(503);
  expect(await locationNames(primary)).not.toContain("Too late");
});

test("a primary that was off during the promotion never accepts a change when it returns", async () => {
  const { primary, standby, code } = await startPair();
  expect(await addLocation(primary, "Before")).toBe(201);
  await untilSame(primary);
  await primary.stop();
  expect((await standby.anonymous.put("/api/standby/promotion", { code })).status).toBe(200);
  await until(() => standby.machine.appliance !== null);
  expect(await locationNames(standby)).toContain("Before");
  const { headers } = await (await standby.as("admin")).get("/api/locations");
  expect(headers.get("data-history")).toMatch(/^"[\w-]+";copied-at="20/);
  expect(await addLocation(standby, "On the new primary")).toBe(201);
  await primary.start();
  expect(await adminStateOf(primary)).toMatchObject({ mode: "superseded" });
  expect(await addLocation(primary, "Too late")).toBe(503);
  const { status, text } = await (await primary.as("admin")).post("/api/locations", { name: "Too late" });
  expect([status, text]).toEqual([503, expect.stringContaining("Another server has taken over")]);
  await standby.stop();
  await primary.stop();
  await primary.start();
  expect(await addLocation(primary, "Too late")).toBe(503);
});

test("a primary accepts no change after its start until its standby has answered", async () => {
  const { primary, standby } = await startPair();
  await primary.stop();
  await standby.stop();
  await primary.start();
  expect(await adminStateOf(primary)).toMatchObject({ mode: "asking", peer: { isConnected: false } });
  const admin = await primary.as("admin");
  const { status, text } = await admin.post("/api/locations", { name: "Too early" });
  expect([status, text]).toEqual([503, expect.stringContaining("until the standby has answered")]);
  expect((await admin.get("/api/locations")).status).toBe(200);
  const login = { userName: "admin", password: "admin-demo" };
  expect((await primary.anonymous.post("/api/pwa-auth/login-password", login)).status).toBe(200);
  await standby.start();
  await until(async () => (await addLocation(primary, "In time")) === 201);
  expect(await adminStateOf(primary)).toMatchObject({ mode: "primary" });
  await untilSame(primary);
});

test("an Admin may go on without the standby, which hears of it when it returns", async () => {
  const { primary, standby } = await startPair();
  await standby.stop();
  await primary.stop();
  await primary.start();
  expect((await (await primary.as("manager")).put("/api/standby/override", {})).status).toBe(403);
  expect((await (await primary.as("admin")).put("/api/standby/override", {})).status).toBe(200);
  await until(async () => (await addLocation(primary, "Alone for now")) === 201);
  await standby.start();
  await untilSame(primary);
  expect(await stateOf(standby)).toMatchObject({ mode: "standby", error: null });
});

test("after an override of a promotion that happened the former primary still gives way", async () => {
  const { primary, standby, code } = await startPair();
  await primary.stop();
  expect((await standby.anonymous.put("/api/standby/promotion", { code })).status).toBe(200);
  await until(() => standby.machine.appliance !== null);
  await standby.stop();
  await primary.start();
  expect((await (await primary.as("admin")).put("/api/standby/override", {})).status).toBe(200);
  await until(async () => (await addLocation(primary, "By override")) === 201);
  await standby.start();
  await until(async () => (await adminStateOf(primary))["mode"] === "superseded");
  expect(await addLocation(primary, "Too late")).toBe(503);
});

test("a standby is not promoted by a wrong code, and not without a whole copy", async () => {
  const { primary, standby, code } = await startPair();
  expect((await standby.anonymous.put("/api/standby/promotion", { code: "WRONG" })).status).toBe(401);
  expect((await standby.anonymous.put("/api/standby/promotion", {})).status).toBe(400);
  await standby.stop();
  await primary.stop();
  for (const name of readdirSync(standby.folder).filter((one) => one.includes(".db")))
    rmSync(join(standby.folder, name));
  await standby.start();
  expect((await standby.anonymous.put("/api/standby/promotion", { code })).status).toBe(400);
  await primary.start();
  expect((await primary.anonymous.put("/api/standby/promotion", { code })).status).toBe(404);
});

test("a pairing text joins one empty server, once", async () => {
  const primary = await startTestMachine("demo");
  const standby = await startTestMachine("empty");
  const other = await startTestMachine("empty");
  const used = await startTestMachine("demo");
  const admin = await primary.as("admin");
  // As where HTTPS was never on.
  rmSync(join(primary.folder, "tls"), { recursive: true, force: true });
  const { body } = await admin.post("/api/standby/pairing", {});
  const joinAs = (machine: TestMachine, code: string, pairing: string) =>
    machine.anonymous.post("/api/setup/standby", { code, pairing });
  const codeOf = ({ folder }: TestMachine) => readFileSync(`${folder}/setup-code`, "utf8").trim();
  expect((await joinAs(standby, "WRONG", body.text)).status).toBe(401);
  expect((await joinAs(standby, codeOf(standby), "nonsense")).status).toBe(400);
  expect((await joinAs(used, "any", body.text)).status).toBe(404);
  expect((await joinAs(standby, codeOf(standby), body.text)).status).toBe(201);
  await until(async () => (await stateOf(standby))["isWhole"] === true);
  expect((await joinAs(other, codeOf(other), body.text)).status).toBe(400);
  expect((await other.anonymous.get("/api/setup")).body).toEqual({ isNeeded: true });
  expect((await admin.post("/api/standby/pairing", {})).status).toBe(400);
});

test("a damaged membership stops the start, and a copied folder stays in its pair", async () => {
  const { primary } = await startPair();
  await primary.stop();
  const path = join(primary.folder, "standby.json");
  const saved = readFileSync(path, "utf8");
  writeFileSync(path, saved.replace('"epoch": 1', '"epoch": 7'));
  await expect(primary.start()).rejects.toThrow("is damaged");
  rmSync(path);
  writeFileSync(path, saved);
  await primary.start();
  expect(await adminStateOf(primary)).toMatchObject({ mode: "primary" });
  expect(await addLocation(primary, "As before")).toBe(201);
  await untilSame(primary);
});

test("a file of another name among the certificates is not sent, and a standby takes the others", async () => {
  const [folder, copy] = [createFolder(), createFolder()];
  mkdirSync(join(folder, "tls"));
  const names = ["jwt.key", "settings.json", "tls/ca.crt", "tls/ca.crt.old", "tls/server.key"];
  for (const name of names) writeFileSync(join(folder, name), name);
  const { files } = await smallFileReader(folder)();
  writeSmallFiles(copy, files);
  expect(Object.keys(files).sort()).toEqual(["jwt.key", "settings.json", "tls/ca.crt"]);
  expect(readFileSync(join(copy, "tls/ca.crt"), "utf8")).toBe("tls/ca.crt");
});

test("a standby stores the keys before the certificates, without which they do no harm", () => {
  const folder = createFolder();
  mkdirSync(join(folder, "tls/ca.crt"), { recursive: true });
  // The write of the certificate fails.
  const files = { "tls/ca.crt": "certificate", "tls/ca.key": "key" };
  expect(() => writeSmallFiles(folder, files)).toThrow();
  expect(readFileSync(join(folder, "tls/ca.key"), "utf8")).toBe("key");
});

test("a server without a standby opens no port for one and asks nobody", async () => {
  const alone = await startTestMachine("demo");
  expect(await addLocation(alone, "As ever")).toBe(201);
  expect(await adminStateOf(alone)).toMatchObject({ mode: "alone", epoch: null, peer: null });
  expect(existsSync(join(alone.folder, "standby.json"))).toBe(false);
  expect(await (await fetch(`${alone.url}/metrics`)).text()).not.toMatch(/^tallybox_standby_\w+ \d/m);
});
