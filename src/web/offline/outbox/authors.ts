import { session } from "../../api/tokens.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import { entriesIn } from "./entries.ts";
import { waitsForAuthor } from "./receipt.ts";
import { changeEntries } from "./write.ts";

let lookedFor: number | null = null;

/**
 * What was refused because its author had never logged in on this device is sent again when its author has: a device that is
 * paired anew is a new one to the server.
 */
export async function retryAfterLogin(): Promise<void> {
  const userId = session.value?.user.id ?? null;
  if (userId === null || userId === lookedFor) return;
  const refused = (await entriesIn("refused")).filter((entry) => isForAuthor(entry, userId));
  if (refused.length > 0) {
    await changeEntries(
      refused.map(({ seq }) => seq),
      (entry) => ({ ...entry, state: "waiting", ahead: 1, receipt: null, problem: null }),
    );
  }
  lookedFor = userId;
}

const isForAuthor = (entry: OutboxEntry, userId: number) =>
  entry.operation.userId === userId && waitsForAuthor(entry);
