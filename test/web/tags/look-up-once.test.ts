import { expect, test } from "vitest";
import { lookUpOnce } from "../../../src/web/terminal/tags/reading.ts";

test("each tag is looked up once, and again after a failed look-up", async () => {
  const looked: string[] = [];
  let isBroken = true;
  const find = lookUpOnce(async (epc) => {
    looked.push(epc);
    if (isBroken) throw new Error("no storage");
    return epc.length;
  });
  const both = await Promise.allSettled([find("E280"), find("E280")]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isBroken = false;
  expect([await find("E280"), await find("E280"), await find("E2")]).toEqual([4, 4, 2]);
  expect(looked).toEqual(["E280", "E280", "E2"]);
});
