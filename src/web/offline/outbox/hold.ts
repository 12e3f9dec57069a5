import { msg } from "../../../domain/message.ts";
import { localDb } from "../../db/database.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import { signalFailure } from "../../feedback/speech.ts";
import { t } from "../../i18n/translate.ts";
import { changeEntries } from "./change-entries.ts";
import { changeCommand } from "./commands.ts";
import { entriesIn } from "./entries.ts";

/** The number of operations in one transaction. Scans wait for it. */
const SLICE = 500;

/**
 * Keeps back what is not sent yet, because another installation has the address now: its ids name other records. A user
 * sends or discards it. `installation`: for which it was made; empty: not known.
 */
export async function holdUnsent(installation: string): Promise<void> {
  const problem = t(
    msg("This was made for another server that was here before. Ask an Admin before you send it again."),
  );
  const waiting = await entriesIn("waiting", "asked");
  for (let start = 0; start < waiting.length; start += SLICE) {
    const seqs = waiting.slice(start, start + SLICE).map(({ seq }) => seq);
    await changeEntries(seqs, (entry) => held(entry, installation, problem));
  }
  const db = await localDb();
  const commands = await db.getAllFromIndex("errands", "state", "waiting");
  for (const { seq } of commands)
    await changeCommand(seq, (now) =>
      now.state === "waiting"
        ? {
            ...now,
            state: "refused",
            installation,
            problem,
            // The number of a hand-over there is of another one here.
            result: now.task.kind === "custody" ? null : now.result,
          }
        : null,
    );
  if (waiting.length + commands.length > 0) signalFailure();
}

/** The installation that has confirmed a tenant's newest counts; empty: not known. */
export async function confirmingInstallation(tenantId: number): Promise<string> {
  const db = await localDb();
  const tx = db.transaction("outbox");
  let cursor = await tx.store.openCursor(null, "prev");
  for (; cursor !== null; cursor = await cursor.continue()) {
    const { installation, tenantId: of } = cursor.value;
    if (of === tenantId && installation !== undefined) return installation;
  }
  return "";
}

function held(entry: OutboxEntry, installation: string, problem: string): OutboxEntry | null {
  if (entry.state !== "waiting" && entry.state !== "asked") return null;
  const { ahead: _, question: __, again, ...rest } = entry;
  // The other installation has it; this one must not get it again.
  if (again !== undefined) return { ...rest, ...again };
  return { ...rest, installation, state: "refused", receipt: null, problem };
}
