import { expect, test } from "vitest";
import { sharedServer, startServer } from "../harness/server.ts";

const PATH = "/api/settings";
const DEFAULTS = {
  siteName: null,
  language: "en",
  terminalLockMinutes: 5,
  articleCodePattern: "A{000000}",
  quantityWarningFactor: 10,
  crossOrigins: [],
  secondFactorRoles: [],
  allSitesRoles: ["Admin"],
  isSecondFactorConfigured: false,
};

test("a server without stored settings has the defaults, besides the configured values", async () => {
  const server = await startServer({
    settings: { SITE_TIME_ZONE: "Europe/Prague", LICENCE_MAX_ASSETS: "1000" },
  });
  const { body } = await server.admin.get(PATH);
  expect(body).toEqual({ ...DEFAULTS, maxAssets: 1000, timeZone: "Europe/Prague" });
});

test("a change keeps absent properties, ignores configured values, and survives a restart", async () => {
  const server = await startServer({ settings: { SITE_TIME_ZONE: "UTC" } });
  const first = await server.admin.put(PATH, {
    siteName: " Hall 4 ",
    terminalLockMinutes: 30,
    timeZone: "Asia/Tokyo",
  });
  const changed = {
    ...DEFAULTS,
    siteName: "Hall 4",
    terminalLockMinutes: 30,
    maxAssets: null,
    timeZone: "UTC",
  };
  expect(first.status).toBe(200);
  expect(first.body).toEqual(changed);
  const second = await server.admin.put(PATH, {
    language: "CS",
    articleCodePattern: "{00}/x",
    quantityWarningFactor: 2,
  });
  const all = { ...changed, language: "cs", articleCodePattern: "{00}/x", quantityWarningFactor: 2 };
  expect(second.body).toEqual(all);
  expect((await server.admin.put(PATH, {})).body).toEqual(all);
  await server.restart();
  expect((await server.admin.get(PATH)).body).toEqual(all);
  expect((await server.admin.put(PATH, { siteName: null })).body.siteName).toBeNull();
});

test("a change of the mail server is no change of the settings that a form shows", async () => {
  const { admin } = await startServer();
  const etag = (await admin.get(PATH)).headers.get("etag") ?? "";
  const mail = { host: "mail.example.com", fromAddress: "tally@example.com" };
  expect((await admin.put(`${PATH}/mail-server`, mail)).status).toBe(200);
  expect((await admin.put(PATH, { siteName: "Hall 4" }, { "if-match": etag })).status).toBe(200);
});

const untouched = sharedServer();

test.each([
  ["language", "pl"],
  ["language", null],
  ["terminalLockMinutes", 0],
  ["terminalLockMinutes", 241],
  ["terminalLockMinutes", 1.5],
  ["terminalLockMinutes", "five"],
  ["quantityWarningFactor", 1],
  ["quantityWarningFactor", null],
  ["siteName", "x".repeat(201)],
  ["articleCodePattern", ""],
  ["articleCodePattern", "A000"],
  ["articleCodePattern", "A{}"],
  ["articleCodePattern", "A{01}"],
  ["articleCodePattern", "{00}{00}"],
  ["articleCodePattern", "{0000000000000}"],
  ["articleCodePattern", `${"x".repeat(48)}{0}`],
])("%s %j is 400 at its field, and nothing is changed", async (name, value) => {
  const admin = await untouched.as("admin");
  const good = name === "siteName" ? { terminalLockMinutes: 60 } : { siteName: "Changed" };
  const response = await admin.put(PATH, { ...good, [name]: value });
  expect(response.status).toBe(400);
  expect(response.body.errors).toEqual([{ path: name, message: expect.any(String) }]);
  expect((await admin.get(PATH)).body).toMatchObject(DEFAULTS);
});

test("the tag changes with each setting, and with a configured value", async () => {
  const server = await startServer({ settings: { SITE_TIME_ZONE: "UTC" } });
  const tag = async () => (await server.admin.get(PATH)).headers.get("etag") ?? "";
  const first = await tag();
  expect((await server.admin.get(PATH, { "If-None-Match": first })).status).toBe(304);
  await server.restart({ SITE_TIME_ZONE: "Europe/Prague" });
  const second = await tag();
  expect(second).not.toBe(first);
  await server.admin.put(PATH, { language: "cs" });
  expect((await server.admin.get(PATH, { "If-None-Match": second })).status).toBe(200);
});

test("a terminal of any tenant reads the few settings that it needs", async () => {
  const server = await startServer({
    settings: { SITE_TIME_ZONE: "Europe/Prague", DEVICE_TOKEN_QR_PREFIX: "HALL" },
  });
  const other = server.admin2;
  const seen = await server.user.get(`${PATH}/terminal`);
  const { language, terminalLockMinutes, quantityWarningFactor } = DEFAULTS;
  const settings = { language, terminalLockMinutes, quantityWarningFactor };
  const shared = { ...settings, timeZone: "Europe/Prague", qrPrefix: "HALL" };
  expect(seen.body).toEqual({ ...shared, siteName: expect.any(String) });
  expect((await other.get(`${PATH}/terminal`)).body.siteName).not.toBe(seen.body.siteName);
  await server.admin.put(PATH, { siteName: "Hall 4", language: "cs", terminalLockMinutes: 1 });
  for (const terminal of [server.user, other]) {
    const { body } = await terminal.get(`${PATH}/terminal`);
    expect(body).toEqual({ ...shared, siteName: "Hall 4", language: "cs", terminalLockMinutes: 1 });
  }
});
