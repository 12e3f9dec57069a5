import { say } from "../../words.ts";
import { t } from "../app/words.ts";
import { Refused } from "../box/ask.ts";
import { askAsUser, session } from "../box/tokens.ts";
import { kept } from "../kept/database.ts";
import type { Errand } from "../kept/outbox-shapes.ts";
import { LATER, NothingToHangOn, requestOf } from "./errand-request.ts";
import { changeErrand } from "./errands.ts";
import { articlePhoto, type Request } from "./photo-request.ts";

type Result = Readonly<Record<string, unknown>> | null;

/** Sends what waits beside the counts, oldest first. Throws BoxAway, Refused (where it must be tried later) or NotLoggedIn. */
export async function sendErrands(countsFirst: () => Promise<void>): Promise<void> {
  const db = await kept();
  for (const errand of await db.getAllFromIndex("errands", "state", "waiting")) {
    // Counts that have come meanwhile go first.
    await countsFirst();
    if (maySend(errand)) await sendOne(errand);
  }
}

/** What is asked in somebody's name is sent in it, and the box knows a repeated request by who sends it. A photo is nobody's. */
function maySend({ tenantId, userId, task }: Errand): boolean {
  const who = session.value;
  return who !== null && who.tenantId === tenantId && (who.user.id === userId || task.kind === "photo");
}

async function sendOne(errand: Errand): Promise<void> {
  const { seq, id, task } = errand;
  try {
    const request = await requestOf(task);
    if (request === LATER) return;
    // Of a proposal whose photo was not taken yet the answer is kept.
    const result = errand.result ?? (await post(request, id));
    if (task.kind === "proposal" && task.photo !== null) {
      await changeErrand(seq, (now) => ({ ...now, result }));
      const articleId = Number(result?.["oid"]);
      await post(articlePhoto(articleId, task.photo, `article-${articleId}.jpg`), `${id}-photo`);
    }
    await changeErrand(seq, (now) => ({ ...done(now), result }));
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    // Who gave it up while it was under way has decided already, and another tab may have done it.
    await changeErrand(seq, (now) =>
      now.state === "waiting" ? { ...now, state: "refused", problem } : null,
    );
  }
}

function post({ path, body }: Request, key: string): Promise<Result> {
  return askAsUser<Result>(path, { method: "POST", body, headers: { "Idempotency-Key": key } });
}

/** A photo that the box has takes no more room here. */
function done(errand: Errand): Errand {
  const { task } = errand;
  const isPhoto = task.kind === "photo";
  return {
    ...errand,
    state: "done",
    problem: null,
    ...(isPhoto && { task: { ...task, file: new Blob([]) } }),
  };
}

/** Why the box does not do it; null: it is to be tried again later. */
function problemOf(error: unknown): string | null {
  if (error instanceof NothingToHangOn) return t(TEXTS.nothing);
  if (!(error instanceof Refused) || [401, 408, 429].includes(error.status) || error.status >= 500)
    return null;
  return [error.message, ...error.errors.map(({ message }) => message)].join(" ");
}

const TEXTS = {
  nothing: say("What the photo was taken of was not counted.", "To, co je na fotografii, nebylo započteno."),
};
