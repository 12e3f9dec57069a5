import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { parseRecoveryText } from "../../../../src/ops/backup/restic/destination.ts";
import { createRsaTls } from "../../../backup/targets/rsa-certificate.ts";
import { hasRestServer, startRestServer } from "../../../backup/targets/servers.ts";
import { needsRestic, startBackupServer } from "../../../backup/targets/targets.ts";
import { openConsoleAs } from "../log-in.ts";

// The recovery sheet is shown once, so it must be shown whatever it contains.

needsRestic();

// The decoder is loaded from the disk.
const wasm = readFileSync(createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm"));
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer as ArrayBuffer } });

const CREATE = "**/api/backup/targets";

/** Sets up a target whose server has a certificate of RSA-4096 with names. */
async function setUp() {
  const tls = await createRsaTls(5);
  const { destination, password } = await startRestServer({ tls });
  const { server } = await startBackupServer();
  const { consolePage, page } = await openConsoleAs("admin", "/system/backup/new", { server });
  const send = async () => {
    await page.getByLabel("Backup server (restic REST)").check();
    await page.getByLabel("Name", { exact: true }).fill("NAS");
    await page.getByLabel("Address").fill(destination.url);
    await page.getByLabel("User name").fill(destination.user);
    await page.getByLabel("Password").fill(password);
    await page.getByLabel("Certificate of the target").fill(tls.certificate);
    await page.getByRole("button", { name: "Set up and show the recovery sheet" }).click();
    await page.getByRole("heading", { name: "Recovery sheet", exact: true }).waitFor();
    return page.locator("article code").allInnerTexts();
  };
  return { consolePage, page, send };
}

const QR = { name: "QR code of the recovery sheet" } as const;

test("the recovery sheet of a target with a certificate of RSA-4096 has a code that can be read", async ({
  skip,
}) => {
  if (!hasRestServer()) skip("rclone is not installed (apt install rclone)");
  const { page, send } = await setUp();
  const [passphrase, text] = await send();
  expect(parseRecoveryText(text ?? "")).toMatchObject({ passphrase });
  const picture = await page.getByRole("img", QR).screenshot();
  const found = await readBarcodes(new Uint8Array(picture), { formats: ["QRCode"] });
  expect(found.map((code) => code.text)).toEqual([text]);
});

test("the recovery sheet is shown without a code where its text is too long for one", async ({ skip }) => {
  if (!hasRestServer()) skip("rclone is not installed (apt install rclone)");
  const { page, send } = await setUp();
  const long = `tallybox-recovery:2:${"A".repeat(2934)}`;
  await page.route(CREATE, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    const response = await route.fetch();
    const body = await response.json();
    return route.fulfill({
      response,
      json: { ...body, recoverySheet: { ...body.recoverySheet, text: long } },
    });
  });
  const [passphrase, text] = await send();
  expect([passphrase, text]).toEqual([expect.stringMatching(/^\w{4,}/), long]);
  await page.getByText(/too long for a QR code/).waitFor();
  await expect.poll(() => page.getByRole("img", QR).count()).toBe(0);
});
