import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PhotoFiles } from "../../src/photos/files.ts";

const folder = join(tmpdir(), "photos-of-nobody");
const listeners = { syncFailed() {}, writeFailed() {} };

describe("a photo name", () => {
  const hash = "ab".repeat(32);
  test.each([
    "",
    ".",
    "..",
    "../../etc/passwd",
    `../${hash}.jpg`,
    `${hash}.jpg/../../x`,
    `${hash}.jpg\n`,
    `\n${hash}.jpg`,
    `${hash}.jpg\0`,
    `${hash}.JPG`,
    `${hash.toUpperCase()}.jpg`,
    `${hash}.svg`,
    `${hash}`,
    `${hash}0.jpg`,
    `/${hash}.jpg`,
    `new-${hash}.jpg`,
  ])("that is invalid (%j) leads to no file", async (name) => {
    const files = new PhotoFiles(folder, listeners);
    expect(() => files.path(name)).toThrow("Not the name");
    await expect(files.remove(name)).rejects.toThrow("Not the name");
  });
});
