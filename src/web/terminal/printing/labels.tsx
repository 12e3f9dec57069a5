import { msg } from "../../../domain/message.ts";
import { RequestState } from "../../../domain/print-states.ts";
import { isUnreachable } from "../../api/connection.ts";
import type { PrintRequest } from "../../api/types/endpoints.d.ts";
import type { QueuedCommand } from "../../db/outbox-shapes.ts";
import { t } from "../../i18n/translate.ts";
import { requestText, useRequest } from "../../printing/use-request.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { CommandNote, useCommands } from "../unsent/command-note.tsx";

const MAX_SHOWN = 3;
/** How long a printed label stays in the list. */
const RECENT_MS = 15 * 60_000;

/** The record of a label. */
export type LabelSubject = { readonly articleId: number } | { readonly locationId: number };

/** The labels of a record that were requested on this device, newest first, with their states. */
export function Labels({ subject }: { readonly subject: LabelSubject }) {
  const commands = useCommands(
    ({ task, state }) => task.kind === "label" && isOf(task, subject) && state !== "given-up",
  );
  return (
    <>
      {commands.slice(0, MAX_SHOWN).map((command) => (
        <Label key={command.id} command={command} />
      ))}
    </>
  );
}

const isOf = (label: LabelSubject, subject: LabelSubject) =>
  "articleId" in subject
    ? "articleId" in label && label.articleId === subject.articleId
    : "locationId" in label && label.locationId === subject.locationId;

function Label({ command }: { readonly command: QueuedCommand }) {
  const oid = command.result?.["oid"];
  if (command.state === "done" && typeof oid === "number")
    return <SentLabel title={command.title} oid={oid} />;
  const text =
    command.state === "refused"
      ? (command.problem ?? t(msg("The server rejected the request.")))
      : waitingText();
  return <CommandNote command={command} text={text} />;
}

const waitingText = () =>
  t(
    isUnreachable.value
      ? msg("No connection. The label will be printed once the server responds.")
      : msg("Sending to the server…"),
  );

/** A label with a print request on the server. */
function SentLabel({ title, oid }: { readonly title: string; readonly oid: number }) {
  const { request, isOld, problem, decide } = useRequest(oid);
  const action = useAction();
  if (request === null) {
    return (
      <Banner role="status">
        <p>
          <b>{title}</b>
        </p>
        <p>{problem ?? t(msg("Sent to the server."))}</p>
      </Banner>
    );
  }
  if (isLongDone(request)) return null;
  const { tone, text, advice } = requestText(request);
  const isEnded = request.stateId >= RequestState.Done;
  return (
    <Banner tone={tone} role="status">
      <p>
        <b>{title}</b>
      </p>
      <p>
        <Icon name={tone === "success" ? "there" : tone === "danger" ? "warning" : "print"} size={20} />{" "}
        {text}
      </p>
      {advice !== null && <p>{advice}</p>}
      {isOld && !isEnded && <p>{t(msg("No connection. This may have changed in the meantime."))}</p>}
      <Problem text={action.problem} />
      {request.stateId !== RequestState.Done && (
        <div class="label-actions">
          <Button
            isWide
            disabled={action.isBusy}
            onClick={() => action.run(() => decide(isEnded ? "retry" : "cancel"))}
          >
            {t(isEnded ? msg("Print again") : msg("Cancel"))}
          </Button>
        </div>
      )}
    </Banner>
  );
}

function isLongDone({ stateId, finishedDT }: PrintRequest): boolean {
  if (stateId !== RequestState.Done || finishedDT === null) return false;
  return Date.now() - Date.parse(finishedDT) > RECENT_MS;
}
