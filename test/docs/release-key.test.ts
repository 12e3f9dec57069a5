import { spawnSync } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFolder } from "../harness/folder.ts";
import { createSigner } from "../release/signer.ts";
import { linksOf, type Page, readPages } from "./pages.ts";

const INSTALL = "docs/operate/install.md";
const pages = readPages();

function pageOf(path: string): Page {
  const found = pages.find((page) => page.path === path);
  if (found === undefined) throw new Error(`there is no page ${path}`);
  return found;
}

/** The first commands below a heading of a page. */
function commandsBelow({ text }: Page, heading: string): string {
  const [, commands = ""] = /```sh\n(.*?)```/s.exec(text.slice(text.indexOf(`# ${heading}\n`))) ?? [];
  return commands;
}

/** Runs commands of the page in a folder that holds a signed archive and the publisher's key. */
function inDownloads(commands: string, change: (archive: string) => void = () => {}) {
  const folder = createFolder();
  const signer = createSigner();
  const archive = join(folder, "tallybox-1.0.0-linux-x64.tar.gz");
  writeFileSync(archive, "a bundle");
  writeFileSync(`${archive}.sig`, signer.sign("a bundle"));
  writeFileSync(join(folder, "release-keys"), signer.publicKey);
  change(archive);
  const written = commands.replaceAll("tallybox-….tar.gz", archive);
  return spawnSync("sh", ["-euc", written], { cwd: folder, encoding: "utf8" });
}

test("the README says at the installation where the public key of releases comes from", () => {
  const readme = pageOf("README.md");
  const [, installing = ""] = readme.prose.split("## Install it on a machine");
  expect(linksOf({ ...readme, prose: installing })).toContainEqual({
    from: "README.md",
    to: INSTALL,
    anchor: "the-public-key-of-releases",
  });
});

test("the commands of the page accept a bundle of the publisher, and refuse a changed one", () => {
  const commands = commandsBelow(pageOf(INSTALL), "Check the bundle");
  expect(inDownloads(commands)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Good /) });
  expect(inDownloads(commands, (archive) => appendFileSync(archive, "x")).status).not.toBe(0);
});

test("the command of the page shows the key's fingerprint", () => {
  const { status, stdout } = inDownloads(commandsBelow(pageOf(INSTALL), "The public key of releases"));
  expect(status).toBe(0);
  expect(stdout).toMatch(/SHA256:\S{43} /);
});
