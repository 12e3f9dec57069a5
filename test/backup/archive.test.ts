import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pack } from "tar-stream";
import { expect, test } from "vitest";
import { createFolder } from "../harness/folder.ts";
import { contentsOf } from "./contents.ts";
import { copyOf, ran, sharedFilledFolder } from "./copies.ts";
import { restore } from "./restoring.ts";

const filled = await sharedFilledFolder();

/** Makes an archive of a copy with `tar`; returns its path. */
async function tarOf(copy: string, ...options: string[]): Promise<string> {
  const archive = join(createFolder(), "copy.tar");
  await ran(["tar", ...options, "-cf", archive, "-C", dirname(copy), basename(copy)]);
  return archive;
}
/** An archive with one entry of this name, before those of a whole copy. */
async function archiveWith(header: {
  name: string;
  type?: "symlink" | "link" | "fifo";
  linkname?: string;
}): Promise<string> {
  const tar = pack();
  tar.entry({ size: 0, ...header }).end(null);
  tar.finalize();
  const made = await buffer(tar);
  const archive = await tarOf(copyOf(filled));
  // Two blocks of zeros end an archive: the entry is put before the others, without its own end.
  const entry = made.subarray(0, -1024);
  writeFileSync(archive, Buffer.concat([entry, readFileSync(archive)]));
  return archive;
}

test.each([["gnu"], ["pax"], ["ustar"]])(
  "a tar archive (%s) of a copy is accepted as a copy",
  async (format) => {
    const { status, lines } = await restore(await tarOf(copyOf(filled), `--format=${format}`));
    expect(lines[2]).toMatch(/^Whole: /);
    expect(status).toBe(0);
  },
);

/** The length of an archive without the zeros that end it, in blocks of 512 bytes. */
function lengthWithoutEnd(bytes: Buffer): number {
  const last = bytes.findLastIndex((byte) => byte !== 0);
  return Math.ceil((last + 1) / 512) * 512;
}

test.each([
  ["in the middle of a file", ({ length }: Buffer) => Math.floor(length / 2)],
  ["before its end", lengthWithoutEnd],
  ["to nothing", () => 0],
])("an archive that was truncated %s is refused", async (_, lengthOf) => {
  const archive = await tarOf(copyOf(filled));
  truncateSync(archive, lengthOf(readFileSync(archive)));
  const { status, stderr, lines } = await restore(archive);
  expect(stderr).toMatch(/the file is a truncated archive|can't be unpacked/);
  expect(lines).toEqual([]);
  expect(status).toBe(12);
});

test.each<[string, Parameters<typeof archiveWith>[0]]>([
  ["a name that leads up", { name: "copy/../../../evil" }],
  ["an absolute name", { name: "/tmp/tallybox-evil" }],
  ["a symbolic link", { name: "copy/photos", type: "symlink", linkname: "/etc" }],
  ["a hard link", { name: "copy/jwt.key", type: "link", linkname: "/etc/passwd" }],
  ["a pipe", { name: "copy/jwt.key", type: "fifo" }],
])("an archive with %s is refused, and nothing is written", async (_, header) => {
  const archive = await archiveWith(header);
  const into = join(createFolder(), "data");
  const { status, stderr } = await restore(archive, "--into", into);
  expect(stderr).toMatch(/^the archive contains "[^"]+", (which points outside the folder|a )/);
  expect(status).toBe(13);
  expect(Object.keys(contentsOf(dirname(into)))).toEqual([]);
});

test("links in a copied folder are not followed out of the folder", async () => {
  const copy = copyOf(filled);
  const outside = join(createFolder(), "outside");
  mkdirSync(outside);
  rmSync(join(copy, "tls"), { recursive: true });
  writeFileSync(join(outside, "ca.key"), "secret");
  symlinkSync(outside, join(copy, "tls"));
  const into = join(createFolder(), "data");
  const { status } = await restore(copy, "--into", into);
  expect(status).toBe(0);
  expect(Object.keys(contentsOf(into)).filter((name) => name.startsWith("tls"))).toEqual([]);
});

test("of an archive of a live folder the files of a backup are restored, and no others", async () => {
  const into = join(createFolder(), "data");
  const { status } = await restore(await tarOf(copyOf(filled)), "--into", into);
  expect(status).toBe(0);
  const names = Object.keys(contentsOf(into)).filter((name) => !/^(photos|tls)\//.test(name));
  expect(names).toEqual([
    "backup.key",
    "device-codes.key",
    "restored",
    "seal.key",
    "second-factor.key",
    expect.stringMatching(/\.db$/),
    expect.stringMatching(/\.db-wal$/),
    "webhooks.key",
  ]);
});
