import { expect, test } from "vitest";
import { JOB_KINDS } from "../../../src/app/jobs.ts";
import { KINDS } from "../../../src/web/console/jobs/kinds.ts";

test("each kind of job has a name in the console", () => {
  const unnamed = JOB_KINDS.filter(({ name }) => KINDS[name] === undefined);
  expect(unnamed.map(({ name }) => name)).toEqual([]);
});
