import { newId } from "../../api/ids.ts";
import { moment } from "../../api/server-time.ts";
import { session } from "../../api/tokens.ts";
import { kept, STRICT } from "../../db/database.ts";
import type { Errand, ErrandTask } from "../../db/outbox-shapes.ts";
import { tell } from "../../db/tab-messages.ts";
import { surface } from "../../errors/report-error.ts";
import { countUnsent } from "./unsent.ts";

/** Keeps an errand for good; it is sent after the counts. Throws what the database throws: then nothing is kept. */
export async function addErrand(task: ErrandTask, title: string): Promise<Errand> {
  const who = session.value;
  if (who === null) throw new Error("nobody is logged in");
  const { at } = moment();
  const errand: Omit<Errand, "seq"> = {
    id: newId(at),
    tenantId: who.tenantId,
    userId: who.user.id,
    title,
    at: new Date(at).toISOString(),
    state: "waiting",
    task,
    problem: null,
    result: null,
  };
  const db = await kept();
  const tx = db.transaction("errands", "readwrite", STRICT);
  // The database gives the seq.
  const seq = await tx.store.add(errand as Errand);
  await tx.done;
  told();
  return { ...errand, seq };
}

/** All errands, newest first. */
export async function errandsNow(): Promise<readonly Errand[]> {
  const db = await kept();
  return (await db.getAll("errands")).reverse();
}

/** Changes one errand (null: it stays). */
export async function changeErrand(seq: number, change: (errand: Errand) => Errand | null): Promise<void> {
  const db = await kept();
  const tx = db.transaction("errands", "readwrite", STRICT);
  const errand = await tx.store.get(seq);
  const changed = errand === undefined ? null : change(errand);
  if (changed !== null) void tx.store.put(changed);
  await tx.done;
  told();
}

/** Sends a refused errand again. */
export function sendErrandAgain(seq: number): Promise<void> {
  return changeErrand(seq, (errand) =>
    errand.state === "refused" ? { ...errand, state: "waiting", problem: null } : null,
  );
}

/** Keeps an errand to look at only. */
export function giveUpErrand(seq: number): Promise<void> {
  return changeErrand(seq, (errand) => (errand.state === "done" ? null : { ...errand, state: "given-up" }));
}

/** Takes away those that are done or given up. */
export async function clearErrands(): Promise<void> {
  const db = await kept();
  const tx = db.transaction("errands", "readwrite");
  for (const state of ["done", "given-up"]) {
    for (const seq of await tx.store.index("state").getAllKeys(state)) void tx.store.delete(seq);
  }
  await tx.done;
  told();
}

function told(): void {
  tell("errands");
  countUnsent().catch(surface);
}
