import chromium from "@sparticuz/chromium";
import type { TestProject } from "vitest/node";
import { VISIBLE_BROWSER } from "./browser.ts";

/** Unpacks the package's Chromium before the tests: two workers that do so at once start one that is only half written. */
export default async function setup(project: TestProject): Promise<void> {
  const isOfSources = project.vitest.projects.every(({ name }) => name === "source");
  if (!isOfSources && VISIBLE_BROWSER === undefined) await chromium.executablePath();
}
