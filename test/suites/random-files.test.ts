import { expect, test } from "vitest";
import { randomFiles } from "./random-files.ts";

test("the files with random values are those of the server, of processes of their own and of browsers, by themselves or by an import", () => {
  const { server, long, isolated, browser } = randomFiles();
  expect([...server, ...long]).toEqual(
    expect.arrayContaining(["test/articles/changes.test.ts", "test/storage/next-generation.test.ts"]),
  );
  // By random-edits.ts beside it.
  expect([...server, ...long]).toContain("test/change-feed/replay.test.ts");
  expect(isolated).toEqual(["test/jobs/full-disk.test.ts", "test/photos/files.test.ts"]);
  expect(browser).toContain("test/web/miscounts/scanned.test.ts");
});

test("a file without random values is left out", () => {
  const { server, browser } = randomFiles();
  expect(server).not.toContain("test/http/roles.test.ts");
  expect(browser).not.toContain("test/web/scanner/cut-codes.test.ts");
});
