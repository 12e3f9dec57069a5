import { storedKey } from "../../../domain/codes/stored-key.ts";
import { localDb } from "../../db/database.ts";
import type { CommandTask } from "../../db/outbox-shapes.ts";
import { written } from "../../db/tab-messages.ts";

// Codes that were added to articles on this device and that its stored articles lack. Scans find them already.

type CodeTask = Pick<Extract<CommandTask, { kind: "code" }>, "code" | "articleId">;

/** Articles by the key of a code. */
type Codes = ReadonlyMap<string, number>;

let waiting: Promise<Codes> | null = null;
let knownWrites = -1;
/** Codes that the server has accepted since the stored articles were brought up to date. */
let accepted: Codes = new Map();

/** The article of such a code, by the code's key; undefined: none. A rejected one is unknown again. */
export async function articleOfWaitingCode(key: string): Promise<number | undefined> {
  const writes = written.peek().errands;
  if (writes !== knownWrites) waiting = null;
  knownWrites = writes;
  waiting ??= readWaiting().catch((error: unknown) => {
    waiting = null;
    throw error;
  });
  return (await waiting).get(key) ?? accepted.get(key);
}

async function readWaiting(): Promise<Codes> {
  const db = await localDb();
  const codes = new Map<string, number>();
  for (const { task } of await db.getAllFromIndex("errands", "state", "waiting"))
    if (task.kind === "code") codes.set(storedKey(task.code), task.articleId);
  return codes;
}

/** Remembers a code that the server has accepted, until the changed article comes. */
export function acceptCode({ code, articleId }: CodeTask): void {
  accepted = new Map([...accepted, [storedKey(code), articleId]]);
}

/** Forgets a code that was taken back from its article. `key`: of the code. */
export function forgetCode(key: string): void {
  accepted = new Map([...accepted].filter(([one]) => one !== key));
}

/** Returns a function for when the articles are up to date: it forgets the codes that were accepted before this call. */
export function beforeArticles(): () => void {
  const before = accepted;
  return () => {
    accepted = new Map([...accepted].filter(([key]) => !before.has(key)));
  };
}
