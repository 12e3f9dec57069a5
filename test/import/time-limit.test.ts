import { closeSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { check as checkFile } from "../../src/exchange/import/check.ts";
import { startServer } from "../harness/server.ts";
import { check } from "./uploads.ts";

const HOUR_MS = 3_600_000;

test.each([
  { cpuMs: 0, elapsedMs: HOUR_MS },
  { cpuMs: HOUR_MS, elapsedMs: 0 },
])(
  "a check that takes longer than its limits ends with an error of the file, and the next one is made: %j",
  async (limits) => {
    const server = await startServer();
    const { storage } = server.appliance.dependencies;
    const open = (name: string, content: string) => {
      const path = join(storage.folder, name);
      writeFileSync(path, content);
      const descriptor = openSync(path, "r+");
      onTestFinished(() => closeSync(descriptor));
      return descriptor;
    };
    // Long enough for the check of its processor time.
    const rows = Array.from({ length: 200_000 }, (_, row) => `L${row};Chair ${row};c;t`);
    const checked = checkFile(
      {
        database: join(storage.folder, storage.status().generation),
        ...{ importId: 1, tenantId: 1, userId: 1, kind: "articles", options: {}, defaults: {} },
        chosen: { byHeader: new Map(), byIndex: new Map() },
        upload: open("new-upload", ["Code;Name;Category;Type", ...rows].join("\n")),
        ...{ rows: open("new-rows", ""), errorRows: open("new-errors", "") },
        earlierRows: open("new-texts", ""),
      },
      () => {},
      new AbortController().signal,
      limits,
    );
    await expect(checked).rejects.toMatchObject({
      fieldErrors: [{ path: "file", text: { source: expect.stringContaining("Split it") } }],
    });
    expect((await check(server.admin, "articles", "Code;Name;Category;Type\nT1;Chair;c;t")).status).toBe(201);
  },
);
