import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { takeOverSettings } from "../../src/ops/standby/files/small-files.ts";
import { createFolder } from "../harness/folder.ts";
import { MINIMAL_ENVIRONMENT } from "../harness/minimal-environment.ts";
import { PROGRAMS } from "../harness/programs.ts";
import { addLocation, joinPair, startPair, startTestMachine, type TestMachine, until } from "./machines.ts";

/** Runs the program of scripts/promote for this machine. */
function promote({ folder, url }: Pick<TestMachine, "folder" | "url">, ...args: readonly string[]) {
  const env = { ...MINIMAL_ENVIRONMENT, DATA_DIR: folder, HOST: "127.0.0.1", PORT: new URL(url).port };
  return new Promise<{ status: number; output: string; errors: string }>((resolve) => {
    execFile(process.execPath, [PROGRAMS.promote, ...args], { env }, (error, output, errors) =>
      resolve({ status: error === null ? 0 : Number(error.code), output, errors }),
    );
  });
}

test("the command promotes the standby of a dead primary, and a second one changes nothing", async () => {
  const { primary, standby } = await startPair();
  await primary.stop();
  const done = await promote(standby);
  expect(done).toMatchObject({ status: 0, errors: "" });
  expect(done.output).toContain(`This machine is the primary now: ${standby.url}`);
  const admin = await standby.as("admin");
  expect((await admin.post("/api/locations", { name: "After the promotion" })).status).toBe(201);
  expect(await promote(standby)).toMatchObject({ status: 0, errors: "" });
  const { body: events } = await admin.get("/api/security-events?kind=promotion");
  expect(events).toMatchObject([{ kind: "promotion", outcome: "success", user: null }]);
});

test("the command refuses a machine that is no standby, one that does not run, and a wrong address", async () => {
  const primary = await startTestMachine("demo");
  const standby = await startTestMachine("empty");
  expect(await promote(primary)).toMatchObject({
    status: 1,
    errors: expect.stringContaining("no standby"),
  });
  await joinPair(primary, standby);
  const { folder, url } = standby;
  await standby.stop();
  expect(await promote({ folder, url })).toMatchObject({
    status: 1,
    errors: expect.stringContaining("start it first"),
  });
  for (const args of [
    ["--address", "192.0.2.7/24"],
    ["--address", "dock/24", "--interface", "eth0"],
    ["--prepare"],
    ["--prepare", "--forget", "--address", "192.0.2.7/24", "--interface", "eth0"],
    ["--forget", "--address", "192.0.2.7/24", "--interface", "eth0"],
  ])
    expect(await promote({ folder, url }, ...args)).toMatchObject({
      status: 1,
      errors: expect.stringMatching(/Usage|is no address/),
    });
  for (const args of [["--prepare", "--address", "192.0.2.7/24", "--interface", "eth0"], ["--forget"]])
    expect(await promote({ folder, url }, ...args)).toMatchObject({
      status: 1,
      errors: "only an installed server adds a prepared address\n",
    });
});

test.each([
  ["that are no JSON", '{"Site":'],
  ["with an unknown name", '{"Site":{"Zone":"UTC"}}'],
])("settings of the primary %s don't stop the promotion: the machine keeps its own", async (_, settings) => {
  const { primary, standby, code } = await startPair();
  const own = join(standby.folder, "settings.json");
  const received = join(standby.folder, "settings.primary.json");
  writeFileSync(own, '{"Site":{"TimeZone":"UTC"}}');
  writeFileSync(join(primary.folder, "settings.json"), settings);
  await until(() => existsSync(received));
  await primary.stop();
  expect((await standby.anonymous.put("/api/standby/promotion", { code })).status).toBe(200);
  await until(() => standby.machine.appliance !== null);
  expect(await addLocation(standby, "After the promotion")).toBe(201);
  expect(readFileSync(own, "utf8")).toBe('{"Site":{"TimeZone":"UTC"}}');
  expect(existsSync(received)).toBe(true);
});

test("a promotion takes over what the primary asks of logins, and keeps ports and certificates of the machine", () => {
  const folder = createFolder();
  const write = (name: string, settings: object) =>
    writeFileSync(join(folder, name), JSON.stringify(settings));
  write("settings.json", { Port: 3001, Https: { Port: 8443 } });
  write("settings.primary.json", {
    Port: 3000,
    Https: { Port: 443, RequiredForLogin: true },
    Site: { TimeZone: "UTC" },
  });
  takeOverSettings(folder);
  expect(JSON.parse(readFileSync(join(folder, "settings.json"), "utf8"))).toEqual({
    "Https:RequiredForLogin": true,
    "Site:TimeZone": "UTC",
    Port: 3001,
    "Https:Port": 8443,
  });
});
