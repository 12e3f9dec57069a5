import { writeFileSync } from "node:fs";
import type { NetworkInterfaceInfo } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DEMO_SETTINGS } from "../src/demo/prepare.ts";
import { readConfig, variableOf } from "../src/platform/config.ts";
import { defaultHost } from "../src/platform/networks.ts";
import { createFolder } from "./harness/folder.ts";

const folderWith = (settings?: string) => {
  const folder = createFolder();
  if (settings !== undefined) writeFileSync(join(folder, "settings.json"), settings);
  return folder;
};

test.each([
  ["Jwt:SecretKey", "JWT_SECRET_KEY"],
  ["Jwt:TokenExpirationHours", "JWT_TOKEN_EXPIRATION_HOURS"],
  ["Licence:MaxAssets", "LICENCE_MAX_ASSETS"],
  ["DeviceToken:ExpirationDays", "DEVICE_TOKEN_EXPIRATION_DAYS"],
  ["Host", "HOST"],
])("the setting %s is the variable %s", (setting, variable) => {
  expect(variableOf(setting)).toBe(variable);
});

test("the defaults are the contract's", () => {
  const { config, secrets } = readConfig({ DATA_DIR: createFolder() });
  expect(config).toMatchObject({
    host: defaultHost(),
    port: 8080,
    tokenSeconds: 28_800,
    deviceTokenMs: 90 * 24 * 3_600_000,
    registrationCodeMs: 600_000,
    qrPrefix: "TALLY",
    maxAssets: null,
    reserveBytes: 64 * 1024 * 1024,
    printing: {
      allowedPorts: [
        { first: 9100, last: 9109 },
        { first: 6101, last: 6101 },
      ],
      allowsLoopback: false,
    },
  });
  expect(secrets.tokenKey).toBeNull();
});

test("the variable MDNS switches mDNS off, as MDNS_ENABLED does", () => {
  const isEnabled = (environment: object) =>
    readConfig({ DATA_DIR: createFolder(), ...environment }).config.mdns.isEnabled;
  expect([{}, { MDNS: "on" }, { MDNS: "off" }, { MDNS_ENABLED: "false" }].map(isEnabled)).toEqual([
    ...[true, true],
    ...[false, false],
  ]);
});

test("the demo listens on loopback alone, and is not announced unless MDNS asks for it", () => {
  const settings = { DATA_DIR: createFolder() };
  const { host, mdns } = readConfig(settings, DEMO_SETTINGS).config;
  expect([host, mdns.isEnabled]).toEqual(["127.0.0.1", false]);
  expect(readConfig({ ...settings, MDNS: "on" }, DEMO_SETTINGS).config.mdns.isEnabled).toBe(true);
});

test("by default the server listens on all addresses, including IPv6 where the machine has it", () => {
  const address = (family: "IPv4" | "IPv6", own: string) =>
    ({
      family,
      address: own,
      netmask: "",
      mac: "",
      internal: true,
      cidr: null,
      scopeid: 0,
    }) as NetworkInterfaceInfo;
  const four = address("IPv4", "127.0.0.1");
  expect(defaultHost({ lo: [four] })).toBe("0.0.0.0");
  expect(defaultHost({ lo: [four, address("IPv6", "::1")] })).toBe("::");
  expect(readConfig({ DATA_DIR: createFolder(), HOST: "0.0.0.0" }).config.host).toBe("0.0.0.0");
});

test("settings.json is read, nested and in any letter case, and the environment takes precedence", () => {
  const folder = folderWith('{"Jwt":{"tokenExpirationHours":1,"Issuer":"site"},"Licence":{"MaxAssets":7}}');
  expect(readConfig({ DATA_DIR: folder }).config).toMatchObject({
    tokenSeconds: 3600,
    tokenIssuer: "site",
    maxAssets: 7,
  });
  expect(readConfig({ DATA_DIR: folder, LICENCE_MAX_ASSETS: "9" }).config.maxAssets).toBe(9);
});

test.each([
  [
    "a short key",
    { JWT_SECRET_KEY: "too short" },
    undefined,
    /^JWT_SECRET_KEY: must have at least 32 characters/,
  ],
  ["a port that is none", { PORT: "http" }, undefined, /^PORT: /],
  ["a port too high", { PORT: "65536" }, undefined, /^PORT: /],
  ["no time zone", { SITE_TIME_ZONE: "Mars/Base" }, undefined, /^SITE_TIME_ZONE: is not a time zone/],
  ["zero hours", { JWT_TOKEN_EXPIRATION_HOURS: "0" }, undefined, /^JWT_TOKEN_EXPIRATION_HOURS: /],
  [
    "a proxy that is no address",
    { HTTP_TRUSTED_PROXIES: "10.0.0.1, proxy" },
    undefined,
    /^HTTP_TRUSTED_PROXIES: /,
  ],
  ...["x", "0", "9100-", "9109-9100", "65536", "9100;6101", ","].map(
    (ports): [string, object, undefined, RegExp] => [
      `the printer ports ${ports}`,
      { PRINTING_ALLOWED_PORTS: ports },
      undefined,
      /^PRINTING_ALLOWED_PORTS: must be ports or ranges of ports/,
    ],
  ),
  ["an unknown setting", {}, '{"Jwt":{"Secret":"x"}}', /settings.json: unknown setting "Jwt:Secret"/],
  ["broken JSON", {}, "{", /settings.json: is not valid JSON/],
  ["a wrong value in the file", {}, '{"Port":true}', /settings.json: Port: /],
])("%s stops the start with one line that names the setting and the error", (_, environment, file, line) => {
  expect(() => readConfig({ ...environment, DATA_DIR: folderWith(file) })).toThrow(line);
});
