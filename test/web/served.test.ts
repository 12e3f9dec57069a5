import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aBox } from "../harness/box.ts";

test("the box gives every file of the built client, whatever a library calls its own", async () => {
  const box = await aBox();
  const names = readdirSync(join(import.meta.dirname, "../../dist/web/assets"));
  const missing: string[] = [];
  for (const name of names) {
    const { status } = await fetch(`${box.url}/assets/${name}`);
    if (status !== 200) missing.push(name);
  }
  expect(missing).toEqual([]);
});
