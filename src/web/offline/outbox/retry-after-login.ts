import { session } from "../../api/tokens.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import { entriesIn } from "./entries.ts";
import { waitsForAuthor } from "./receipt.ts";
import { changeEntries } from "./write.ts";

let retriedFor: number | null = null;

/**
 * Sends operations again that were rejected because their author had never logged in on this device. The
 * server sees a newly paired device as another one.
 */
export async function retryAfterLogin(): Promise<void> {
  const userId = session.value?.user.id ?? null;
  if (userId === null || userId === retriedFor) return;
  const rejected = (await entriesIn("refused")).filter((entry) => isForAuthor(entry, userId));
  if (rejected.length > 0) {
    await changeEntries(
      rejected.map(({ seq }) => seq),
      (entry) => ({ ...entry, state: "waiting", ahead: 1, receipt: null, problem: null }),
    );
  }
  retriedFor = userId;
}

const isForAuthor = (entry: OutboxEntry, userId: number) =>
  entry.operation.userId === userId && waitsForAuthor(entry);
