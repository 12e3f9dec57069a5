import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFolder } from "../harness/folder.ts";
import { times } from "../harness/times.ts";
import { createFilledFolder, generationOf } from "./storage-setup.ts";

const ROUNDS = times(50);

test("a thread that is ended while it starts does not end the server", async () => {
  const folder = await createFilledFolder();
  const program = `
    import { startReader } from ${JSON.stringify(join(import.meta.dirname, "../../src/storage/database/reader.ts"))};
    const file = ${JSON.stringify(join(folder, generationOf(folder)))};
    const query = { sql: "SELECT 1", values: [], reads: [] };
    // Keeps the process running, as an HTTP server does.
    const up = setInterval(() => undefined, 1000);
    const first = startReader(file);
    const begun = performance.now();
    await first.rows(query);
    const whole = performance.now() - begun;
    await first.stop();
    // Ended at each moment of its beginning, finer than a timer.
    for (let round = 0; round < ${ROUNDS}; round++) {
      const reader = startReader(file);
      reader.rows(query).catch(() => undefined);
      const end = performance.now() + (whole * round) / ${ROUNDS};
      while (performance.now() < end);
      await reader.stop();
    }
    clearInterval(up);`;
  const script = join(createFolder(), "program.mjs");
  writeFileSync(script, program);
  const child = spawn(process.execPath, [script], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let words = "";
  child.stderr.on("data", (bytes) => {
    words += bytes;
  });
  const [code, signal] = await once(child, "exit");
  expect({ code, signal, words }).toEqual({ code: 0, signal: null, words: "" });
});
