import { expect, test } from "vitest";
import type { BackupTarget } from "../../../../src/web/api/types/endpoints.d.ts";
import { safetyOf } from "../../../../src/web/console/backup/safety.ts";
import { at, newTarget, sampleProof, sampleRun, sampleTarget } from "./sample-targets.ts";

const FAILED = { state: "failed", lastRun: sampleRun({ error: "targetFull" }) } as const;

test.each<readonly [when: string, targets: readonly BackupTarget[], tone: string, title: string]>([
  ["a target is proven", [sampleTarget()], "success", "Your data are safe"],
  [
    "none was restored as a test",
    [sampleTarget({ proof: null })],
    "warning",
    "Backed up, but not proven yet",
  ],
  [
    "the last test restore is too long ago",
    [sampleTarget({ isProofDue: true })],
    "warning",
    "Backed up, but not proven yet",
  ],
  [
    "the next backup runs",
    [sampleTarget({ state: "running", progress: 0.5 })],
    "success",
    "Your data are safe",
  ],
  ["the first one runs", [newTarget({ state: "running" })], "info", "The first backup is running"],
  ["none has run", [newTarget()], "warning", "No backup yet"],
  [
    "the first one failed",
    [newTarget({ ...FAILED, lastSuccess: null })],
    "danger",
    "The data are not backed up",
  ],
  ["the last one failed", [sampleTarget(FAILED)], "danger", "The backup is out of date"],
  ["it is late", [sampleTarget({ state: "overdue" })], "danger", "The backup is out of date"],
  [
    "a test restore found damage",
    [sampleTarget({ proof: sampleProof({ isWhole: false, total: 1 }) })],
    "danger",
    "The backup can't be restored completely",
  ],
  [
    "the last try of a test restore found damage",
    [sampleTarget({ proofError: { at: at(8), error: "damaged", detail: null }, isProofDue: true })],
    "danger",
    "The backup can't be restored completely",
  ],
  [
    "one of two targets failed",
    [sampleTarget(), sampleTarget({ ...FAILED, oid: 2, name: "Cloud" })],
    "warning",
    "Backed up, but not everywhere",
  ],
  [
    "all targets are paused",
    [sampleTarget({ state: "paused", pause: "user", isActive: false })],
    "danger",
    "Automatic backups are paused",
  ],
  [
    "the only one is on the data's own disk",
    [sampleTarget({ risk: "sameDisk" })],
    "danger",
    "The backup is on the same disk as the data",
  ],
  [
    "the only one is on this machine",
    [sampleTarget({ risk: "sameMachine", proof: null })],
    "danger",
    "The backup is on the same machine as the data",
  ],
  [
    "one is on the data's own disk and another is elsewhere",
    [sampleTarget({ risk: "sameDisk" }), sampleTarget({ oid: 2, name: "Cloud" })],
    "success",
    "Your data are safe",
  ],
  [
    "one is on the data's own disk and the one elsewhere has no backup yet",
    [sampleTarget({ risk: "sameDisk" }), newTarget({ oid: 2, name: "Cloud" })],
    "danger",
    "The backup is on the same disk as the data",
  ],
  ["there is nothing", [], "danger", "The data are not backed up"],
])("where %s, the page says so", (_, targets, tone, title) => {
  expect(safetyOf(targets, null)).toMatchObject({ tone, title });
});

test("the site's own copies and downloads count, and are not called proven", () => {
  const tool = safetyOf([], { at: at(1), bytes: null, kind: "folder" });
  expect(tool).toMatchObject({ tone: "warning", title: "No automatic backup" });
  expect(tool.text).toMatch(/^Your own tool made the last copy/);
  expect(safetyOf([], { at: at(1), bytes: 5, kind: "download" }).text).toMatch(
    /^The last backup was downloaded/,
  );
});

test("a target that works is named where another one has failed", () => {
  const { text } = safetyOf([sampleTarget(), sampleTarget({ ...FAILED, oid: 2, name: "Cloud" })], null);
  expect(text).toMatch(/is at NAS\. This needs attention: Cloud\.$/);
});
