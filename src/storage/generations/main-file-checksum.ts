import { sqlite, statement, type Tx } from "../database/statement.ts";
import { MAIN_NOTE } from "./first-commit.ts";

const putMain = statement((p: { name: string; at: string; content: string }) =>
  sqlite.replaceInto("boxNote").values({ name: p.name, at: p.at, content: p.content }),
);

/** Says what the main file holds, in a write of its own. */
export function saveMainChecksum(tx: Tx, sha256: string): void {
  putMain.run(tx, { name: MAIN_NOTE, at: tx.now, content: JSON.stringify({ sha256 }) });
}
