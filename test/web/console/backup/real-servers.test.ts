import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  createTls,
  hasRestServer,
  hasSshServer,
  startRestServer,
  startS3Server,
  startSshServer,
} from "../../../backup/targets/servers.ts";
import { needsRestic, startBackupServer, TARGETS } from "../../../backup/targets/targets.ts";
import { openConsoleAs } from "../log-in.ts";

// The forms of the targets on other machines, each with a real server of its kind.

needsRestic();

const SET_UP = "Set up and show the recovery sheet";

/** Opens the form of a new target of a kind. */
async function openForm(kind: string) {
  const { server, admin } = await startBackupServer();
  const { consolePage, page } = await openConsoleAs("admin", "/system/backup", { server });
  await page.getByRole("link", { name: "Set up automatic backup" }).click();
  await page.getByLabel(kind).check();
  await page.getByLabel("Name", { exact: true }).fill("Branch");
  return { consolePage, page, admin };
}

/** Sends the form, confirms the recovery sheet, waits for the first backup and tests the connection. */
async function setUp(page: Page): Promise<void> {
  await page.getByRole("button", { name: SET_UP }).click();
  await page.getByLabel(/I have printed the sheet/).check();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("The newest backup has everything up to").waitFor();
  await page.getByRole("button", { name: "Test the connection" }).click();
  await page.getByText("The target responds, and its backups can be opened.").waitFor();
}

test("by SFTP: the SSH server's key is confirmed, and this server's key lets it in", async ({ skip }) => {
  if (!hasSshServer()) skip("sshd is not installed (apt install openssh-server)");
  const ssh = await startSshServer();
  const { page } = await openForm("Another computer (SFTP)");
  await page.getByLabel("Host name or address").fill("127.0.0.1");
  await page.getByLabel("Port").fill(String(ssh.port));
  await page.getByLabel("User name").fill(ssh.user);
  await page.getByLabel("Folder", { exact: true }).fill(`${ssh.path}/box`);
  await page.getByRole("button", { name: "Connect" }).click();
  await page.getByText(ssh.fingerprint() ?? "no fingerprint").waitFor();
  await page.getByRole("checkbox").first().check();
  await page.getByRole("button", { name: SET_UP }).click();
  await page.getByText(/The target rejects the login/).waitFor();
  ssh.authorize(await page.getByText(/^ssh-ed25519 /).innerText());
  await setUp(page);
});

test("a REST server over HTTPS: without its certificate the field is named, with it backups are made", async ({
  skip,
}) => {
  if (!hasRestServer()) skip("rclone is not installed (apt install rclone)");
  const tls = await createTls();
  const { destination, password } = await startRestServer({ tls, appendOnly: true });
  const { consolePage, page, admin } = await openForm("Backup server (restic REST)");
  await page.getByLabel("Address").fill(destination.url);
  await page.getByLabel("User name").fill(destination.user);
  await page.getByLabel("Password").fill(password);
  await page.getByLabel(/append-only/).check();
  await page.getByRole("button", { name: SET_UP }).click();
  await page
    .getByText(/certificate is not trusted/)
    .first()
    .waitFor();
  await page.getByLabel("Certificate of the target").fill(tls.authority);
  await setUp(page);
  await page.getByText("As the target decides; this server removes nothing").waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  const [{ destination: stored }] = (await admin.get(TARGETS)).body;
  expect(stored.caCertificate).toBe(tls.authority.trim());
});

test("S3: a wrong key is refused, the right one makes backups", async () => {
  const { destination, secretAccessKey } = await startS3Server();
  const { page } = await openForm("Cloud storage (S3)");
  await page.getByLabel("Address").fill(destination.endpoint);
  await page.getByLabel("Bucket", { exact: true }).fill(destination.bucket);
  await page.getByLabel("Folder in the bucket").fill("box");
  await page.getByLabel("Access key ID").fill("OTHER");
  await page.getByLabel("Secret access key").fill(secretAccessKey);
  await page.getByRole("button", { name: SET_UP }).click();
  await page.getByText(/The target rejects the login/).waitFor();
  await page.getByLabel("Access key ID").fill(destination.accessKeyId);
  await setUp(page);
});
