import { expect, test } from "vitest";
import { type BackupTurn, besideBackupTables } from "./beside-backup.ts";

const counts = (longest: number, refused = 0) => ({ times: [1, longest], refused });
const turn = (beside: number, alone: number, refused = 0): BackupTurn => {
  return { seconds: 8, megabytes: 400, beside: counts(beside, refused), alone: counts(alone) };
};

test("the medians of counts beside backups and without them are compared as a ratio", () => {
  const met = besideBackupTables([turn(11, 10), turn(900, 10), turn(11, 10)]);
  expect(met.match(/\| met \|/g)).toHaveLength(2);
  expect(met).not.toContain("missed");
  expect(besideBackupTables([turn(12, 10)]).match(/\| missed \|/g)).toHaveLength(1);
  expect(besideBackupTables([turn(10, 10, 1)]).match(/\| missed \|/g)).toHaveLength(1);
});
