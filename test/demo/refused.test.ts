import { existsSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { setUp } from "../../src/access/setup/setup.ts";
import { readOptions } from "../../src/demo/prepare.ts";
import { makeClock } from "../../src/platform/clock.ts";
import { StartupError } from "../../src/platform/startup-error.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { createFolder } from "../harness/folder.ts";
import { ended, launch, printed } from "./running-demo.ts";

test.each([
  ["an address of the network", [], { HOST: "0.0.0.0" }, /^HOST 0\.0\.0\.0: .*--allow-network/],
  ["a bad option", ["--articles", "many"], {}, /^--articles: .*"many"$/],
  ["a bad setting", [], { PORT: "70000" }, /^PORT: /],
])(
  "%s stops the start with one line, status 1 and an unchanged folder",
  async (_, args, environment, line) => {
    const path = join(createFolder(), "data");
    const child = launch(join(path, ".."), args, { ...environment, DATA_DIR: path } as Record<
      string,
      string
    >);
    const lines = (await text(child.stderr)).split("\n");
    expect(lines).toEqual([expect.stringMatching(line), ""]);
    expect(await ended(child)).toEqual({ status: 1 });
    expect(existsSync(path)).toBe(false);
  },
);

test("a folder with other data than the demo's is refused", async () => {
  const path = createFolder();
  const storage = await openStorage({
    folder: path,
    clock: makeClock(),
    reserveBytes: 0,
    onSyncFailure: () => {},
  });
  const nobody = { firstName: "", lastName: "", passwordHash: null, pinHash: null };
  await storage.write(null, (tx) => setUp(tx, "A real warehouse", { userName: "admin", ...nobody }, "en"));
  await storage.close();
  const child = launch(path);
  expect(await text(child.stderr)).toMatch(/^DATA_DIR .*: it holds other data than the demo's; [^\n]*\n$/);
  expect(await ended(child)).toEqual({ status: 1 });
});

test("--allow-network lets the demo listen on every address", async () => {
  const child = launch(createFolder(), ["--allow-network", "--articles", "0"], { HOST: "0.0.0.0" });
  expect(await printed(child, /^ready /m)).toMatch(/^ready http:\/\/127\.0\.0\.1:\d+$/m);
  child.kill("SIGTERM");
  expect(await ended(child)).toEqual({ status: 0 });
});

test.each([
  [["--articles", "1000001"], /--articles.*"1000001"/],
  [["--articles", "-5"], /--articles/],
  [["--articles=-5"], /--articles.*"-5"/],
  [["--articles", "1.5"], /--articles.*"1.5"/],
  [["--articles", "1e3"], /--articles.*"1e3"/],
  [["--articles="], /--articles.*""/],
  [["--articles"], /--articles/],
  [["--allow-network=yes"], /--allow-network/],
  [["--network"], /--network/],
  [["500"], /500/],
])("the options %j are refused with one sentence", (args, sentence) => {
  const refusal = expect.objectContaining({ message: expect.stringMatching(/^[^\n]{1,200}$/) });
  expect(() => readOptions(args)).toThrow(StartupError);
  expect(() => readOptions(args)).toThrow(sentence);
  expect(() => readOptions(args)).toThrow(refusal);
});

test.each([
  [[], { articles: 500, hasFields: true, allowNetwork: false }],
  [
    ["--articles", "1000000", "--allow-network"],
    { articles: 1_000_000, hasFields: true, allowNetwork: true },
  ],
  [["--articles=0"], { articles: 0, hasFields: true, allowNetwork: false }],
])("the options %j are understood", (args, options) => {
  expect(readOptions(args)).toEqual(options);
});
