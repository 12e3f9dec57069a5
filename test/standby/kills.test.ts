import { expect, inject, onTestFinished, test } from "vitest";
import { copyDataFolder } from "../harness/demo-copy.ts";
import { times } from "../harness/times.ts";
import { makeFolders, playRound } from "./rounds.ts";

const KILLS = 4;

test("no count is lost or doubled when both machines are killed and the standby is promoted", async () => {
  for (let round = 0; round < times(1); round++) {
    const folders = makeFolders({
      primary: (folder) => copyDataFolder(inject("demoFolder"), folder),
      standby: (folder) => copyDataFolder(inject("emptyFolder"), folder),
    });
    onTestFinished(folders.remove);
    const result = await playRound({ terminals: 10, kills: KILLS, folders, random: Math.random });
    expect(result).toMatchObject({ lost: 0, doubled: 0, takenByFormer: 0, differences: 0 });
    expect(result.counts).toBeGreaterThan(10);
  }
});
