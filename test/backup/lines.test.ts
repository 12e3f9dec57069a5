import { expect, test } from "vitest";
import { makeProblems } from "../../src/ops/backup/check/report.ts";
import { reportLines } from "../../src/ops/backup/restore/report-lines.ts";

test("the time of a copy is written in the same form at every hour of the day", () => {
  const empty = {
    tenants: [],
    articles: 0,
    users: 0,
    inventories: 0,
    photos: 0,
    installedDT: null,
    histories: [],
    change: 1,
  };
  const rest = { generation: null, version: 1, program: null, problems: makeProblems(), notes: [] };
  for (let hour = 0; hour < 24; hour++) {
    const at = new Date(Date.UTC(2026, 0, 5, hour, 4, 5)).toISOString();
    const [, upTo] = reportLines({ ...rest, contents: { ...empty, at } });
    expect(upTo).toMatch(
      /^Up to: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \S+ \(2026-01-05 \d\d:04:05 UTC\), change 1;/,
    );
  }
});
