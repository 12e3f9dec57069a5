import { expect, test } from "vitest";
import { welcomeText } from "../../src/ops/installer/welcome-text.ts";

const config = { host: "::", port: 80, mdns: { isEnabled: true, name: "tallybox" } };

test("with a network the URLs and the name are shown, and the set-up code of a new server", () => {
  const text = welcomeText({ config, addresses: ["192.168.1.5", "fd00::5"], setupCode: "ABCD-EFGH" });
  expect(text).toMatch(/^ {2}http:\/\/192\.168\.1\.5$/m);
  expect(text).toMatch(/^ {2}http:\/\/\[fd00::5\]$/m);
  expect(text).toMatch(/^ {2}http:\/\/tallybox\.local {3}/m);
  expect(text).toContain("Set-up code, valid once: ABCD-EFGH");
});

test("without a network no URL and no name is shown", () => {
  const text = welcomeText({ config, addresses: [], setupCode: "ABCD-EFGH" });
  expect(text).toContain("This machine has no network address yet.");
  expect(text).not.toMatch(/http|\.local/);
  expect(text).toContain("ABCD-EFGH");
});

test("a server that listens on this machine alone says so", () => {
  const text = welcomeText({ config: { ...config, host: "127.0.0.1" }, addresses: [], setupCode: null });
  expect(text).toContain("It listens on this machine alone (HOST=127.0.0.1).");
  expect(text).toContain("It is already set up");
});
