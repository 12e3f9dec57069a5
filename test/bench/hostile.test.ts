import { expect, test } from "vitest";
import { type Counting, hostileTables } from "./hostile.ts";

const counting: Counting = {
  ...{ name: "alone", counts: 500, refused: 0, p50: 1, p99: 20, longest: 40, peakMb: 300 },
};

test("counting beside a hostile host is compared with its goals, counting alone is not", () => {
  const met = hostileTables({ ...counting, p99: 500 }, counting);
  expect(met.match(/\| met \|/g)).toHaveLength(3);
  expect(met).not.toContain("missed");
  for (const figure of [{ p99: 100.1 }, { refused: 1 }, { peakMb: 451 }])
    expect(hostileTables(counting, { ...counting, ...figure }).match(/\| missed \|/g)).toHaveLength(1);
});
