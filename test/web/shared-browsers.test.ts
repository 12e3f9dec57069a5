import { expect, test } from "vitest";
import { openConsole } from "../harness/console.ts";
import { SharedBrowsers } from "../harness/shared-browsers.ts";
import { servePage } from "./test-page.ts";

test("the next page of the console opens in another browser where the shared one has ended", async () => {
  const { page } = await openConsole();
  await page.context().browser()?.close();
  const next = await openConsole();
  await next.page.goto(await servePage());
  await expect.poll(() => next.page.title()).not.toBe("");
});

test("a start that failed is tried again, and a browser that runs is shared", async () => {
  const browsers = new SharedBrowsers<number>();
  let starts = 0;
  const start = async () => {
    starts += 1;
    if (starts === 1) throw new Error("no memory");
    return starts;
  };
  await expect(browsers.get("one", start)).rejects.toThrow("no memory");
  expect(await browsers.get("one", start)).toBe(2);
  expect(await browsers.get("one", start)).toBe(2);
  expect(await browsers.get("another", start)).toBe(3);
});

test("the end of a browser that was replaced does not end the sharing of the next one", async () => {
  const browsers = new SharedBrowsers<string>();
  const ends: (() => void)[] = [];
  const start = (name: string) => async (forget: () => void) => {
    ends.push(forget);
    return name;
  };
  await browsers.get("one", start("first"));
  await browsers.replace("one", start("second"));
  ends[0]?.();
  expect(await browsers.get("one", start("third"))).toBe("second");
  ends[1]?.();
  expect(await browsers.get("one", start("fourth"))).toBe("fourth");
});
