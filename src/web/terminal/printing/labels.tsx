import { msg } from "../../../domain/message.ts";
import { RequestState } from "../../../domain/print-states.ts";
import { isUnreachable } from "../../api/connection.ts";
import type { PrintRequest } from "../../api/types/endpoints.d.ts";
import type { QueuedCommand } from "../../db/outbox-shapes.ts";
import { t } from "../../i18n/translate.ts";
import { useCommands } from "../../offline/outbox/use-commands.ts";
import { requestText } from "../../printing/request-texts.ts";
import { useRequest } from "../../printing/use-request.ts";
import { Icon } from "../../ui/icon.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { CommandActions } from "../unsent/command-note.tsx";

const MOST_SHOWN = 3;
/** So long after it ended well a label is of interest still. */
const FRESH_MS = 15 * 60_000;

/** The labels of an article that were asked for here, the newest first, each with what has become of it. */
export function Labels({ articleId }: { readonly articleId: number }) {
  const errands = useCommands(
    ({ task, state }) => task.kind === "label" && task.articleId === articleId && state !== "given-up",
    String(articleId),
  );
  return (
    <>
      {errands.slice(0, MOST_SHOWN).map((errand) => (
        <Label key={errand.id} errand={errand} />
      ))}
    </>
  );
}

function Label({ errand }: { readonly errand: QueuedCommand }) {
  const oid = errand.result?.["oid"];
  if (errand.state === "done" && typeof oid === "number") return <Followed title={errand.title} oid={oid} />;
  const words = errand.state === "refused" ? (errand.problem ?? t(TEXTS.refused)) : waitingWords();
  return (
    <div class={errand.state === "refused" ? "note is-bad" : "note"} role="status">
      <p>
        <b>{errand.title}</b>
      </p>
      <p>{words}</p>
      <CommandActions errand={errand} />
    </div>
  );
}

const waitingWords = () => t(isUnreachable.value ? TEXTS.held : TEXTS.asking);

/** A label whose request the server has. */
function Followed({ title, oid }: { readonly title: string; readonly oid: number }) {
  const { request, isOld, problem, decide } = useRequest(oid);
  const deed = useAction();
  if (request === null) {
    return (
      <div class="note" role="status">
        <p>
          <b>{title}</b>
        </p>
        <p>{problem ?? t(TEXTS.atBox)}</p>
      </div>
    );
  }
  if (isLongDone(request)) return null;
  const { look, words, advice } = requestText(request);
  const isEnded = request.stateId >= RequestState.Done;
  return (
    <div class={`note is-${look}`} role="status">
      <p>
        <b>{title}</b>
      </p>
      <p>
        <Icon name={look === "done" ? "there" : look === "bad" ? "warning" : "print"} size={20} /> {words}
      </p>
      {advice !== null && <p>{advice}</p>}
      {isOld && !isEnded && <p>{t(TEXTS.old)}</p>}
      <Problem text={deed.problem} />
      {request.stateId !== RequestState.Done && (
        <button
          type="button"
          class="second wide"
          disabled={deed.isBusy}
          onClick={() => deed.run(() => decide(isEnded ? "retry" : "cancel"))}
        >
          {t(isEnded ? TEXTS.retry : TEXTS.cancel)}
        </button>
      )}
    </div>
  );
}

function isLongDone({ stateId, finishedDT }: PrintRequest): boolean {
  if (stateId !== RequestState.Done || finishedDT === null) return false;
  return Date.now() - Date.parse(finishedDT) > FRESH_MS;
}

const TEXTS = {
  held: msg("No connection. The label will be printed once the server responds."),
  asking: msg("Sending to the server…"),
  refused: msg("The server rejected the request."),
  atBox: msg("Sent to the server."),
  old: msg("No connection. This may have changed in the meantime."),
  retry: msg("Print again"),
  cancel: msg("Cancel"),
};
