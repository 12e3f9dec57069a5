import { expect, test } from "vitest";
import { bundleSizes, consoleSize } from "../bench/terminal/sizes.ts";

const KB = 1000;

test("the first load's scripts are at most 60 KB as they are sent, without the camera's decoder", () => {
  const { firstScripts, decoder } = bundleSizes();
  expect(firstScripts).toBeGreaterThan(10 * KB);
  expect(firstScripts).toBeLessThanOrEqual(60 * KB);
  expect(decoder).toBeGreaterThan(60 * KB);
});

test("the console's first load, with the overview, is at most 250 KB as it is sent", () => {
  expect(consoleSize()).toBeGreaterThan(20 * KB);
  expect(consoleSize()).toBeLessThanOrEqual(250 * KB);
});
