import { useState } from "preact/hooks";
import { type Message, msg } from "../../../domain/message.ts";
import { MAX_TEXT_LENGTH } from "../../../domain/text-limits.ts";
import { useStored } from "../../db/use-stored.ts";
import { t, when } from "../../i18n/translate.ts";
import { discardOperations, type Problem, retryOperation } from "../../offline/outbox/problems.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Problem as ActionError, useAction } from "../../ui/use-action.tsx";
import { answerQuestion, canAdd, discardCode } from "../counting/change.ts";
import { itemOfEntry } from "../counting/items.ts";
import { movedText } from "../counting/screens/verdict-facts.ts";

/** An operation that needs attention, with its actions. */
export function ProblemRow({
  problem: { entry, kind, pieces: unknown, seqs, reason },
}: {
  readonly problem: Problem;
}) {
  const { run, isBusy, problem } = useAction();
  const [isDiscarding, setDiscarding] = useState(false);
  const { seq, shown, operation, operationId, inventoryId, placeId } = entry;
  const isMoved = entry.question === "moved";
  const pieces = entry.pieces ?? 1;
  const item = useStored(async () => (isMoved ? itemOfEntry(entry) : null), ["outbox", "items"], [seq]);
  const locationHref = `#/count/${inventoryId}/${placeId ?? 0}`;
  return (
    <li>
      <p>
        <b>{shown.name}</b>
        {operation.code !== undefined && operation.code !== shown.name && ` · ${operation.code}`}
      </p>
      <p class="muted">
        {shown.place} · {shown.author}, {when(operation.at)}
      </p>
      <p>
        <b>{t(KINDS[kind])}</b>{" "}
        {unknown > 0 && `${t(msg("{n, plural, one {# piece} other {# pieces}}"), { n: unknown })}. `}
        {kind !== "asked" && reason}
      </p>
      <ActionError text={problem} />
      <div class="action-grid">
        {kind === "refused" && (
          <ActionButton
            label={msg("Send again")}
            isOff={isBusy}
            onTap={() => run(() => retryOperation(seq))}
          />
        )}
        {kind === "asked" && (
          <>
            {isMoved && (
              <ActionButton
                label={movedText(item ?? shown, pieces)}
                isOff={isBusy}
                onTap={() => run(() => answerQuestion(seq, { kind: "moved" }))}
              />
            )}
            {canAdd(entry.question, operation.code) && (
              <ActionButton
                label={t(isMoved ? msg("{n, plural, one {One} other {#}} more here") : msg("Add {n}"), {
                  n: pieces,
                })}
                isOff={isBusy}
                onTap={() => run(() => answerQuestion(seq, { kind: "add" }))}
              />
            )}
            {!isMoved && (
              <ButtonLink kind="secondary" href={`${locationHref}/asked/${seq}`}>
                {t(msg("Set quantity"))}
              </ButtonLink>
            )}
            <ActionButton
              label={msg("Skip")}
              isOff={isBusy}
              onTap={() => run(() => answerQuestion(seq, { kind: "skip" }))}
            />
          </>
        )}
        {kind === "unknown" && (
          <>
            <ButtonLink kind="secondary" href={`${locationHref}/found/${operationId}`}>
              {t(msg("Match"))}
            </ButtonLink>
            <ActionButton
              label={msg("Discard")}
              isOff={isBusy}
              onTap={() =>
                run(async () => {
                  await discardCode(operationId);
                  await discardOperations(seqs, t(msg("discarded")));
                })
              }
            />
          </>
        )}
        {kind !== "asked" && (
          <ActionButton
            label={kind === "refused" ? msg("Discard") : msg("Dismiss")}
            isOff={isBusy}
            onTap={() => setDiscarding(true)}
          />
        )}
      </div>
      {isDiscarding && (
        <DiscardForm
          isBusy={isBusy}
          onLeave={() => setDiscarding(false)}
          onReason={(why) => run(() => discardOperations(seqs, why))}
        />
      )}
    </li>
  );
}

interface ActionButtonProps {
  readonly label: Message | string;
  readonly isOff: boolean;
  readonly onTap: () => void;
}

function ActionButton({ label, isOff, onTap }: ActionButtonProps) {
  return (
    <Button kind="secondary" disabled={isOff} onClick={onTap}>
      {typeof label === "string" ? label : t(label)}
    </Button>
  );
}

interface DiscardFormProps {
  readonly isBusy: boolean;
  readonly onLeave: () => void;
  readonly onReason: (reason: string) => void;
}

/** Discards all rejected counts with one reason, where there are several. */
export function DiscardAll({ problems }: { readonly problems: readonly Problem[] }) {
  const { run, isBusy, problem } = useAction();
  const [isDiscarding, setDiscarding] = useState(false);
  const seqs = problems.filter(({ kind }) => kind === "refused").flatMap((one) => one.seqs);
  if (seqs.length < 2) return null;
  if (!isDiscarding)
    return (
      <Button kind="secondary" isWide onClick={() => setDiscarding(true)}>
        {t(msg("Discard all {n} rejected counts…"), { n: seqs.length })}
      </Button>
    );
  return (
    <>
      <ActionError text={problem} />
      <DiscardForm
        isBusy={isBusy}
        onLeave={() => setDiscarding(false)}
        onReason={(why) => run(() => discardOperations(seqs, why))}
      />
    </>
  );
}

/** Asks for a reason, so that nothing is discarded by accident. */
function DiscardForm({ isBusy, onLeave, onReason }: DiscardFormProps) {
  const [reason, setReason] = useState("");
  return (
    <Banner>
      <TextField
        label={t(msg("Reason (stays in this terminal's history)"))}
        maxLength={MAX_TEXT_LENGTH}
        value={reason}
        onValue={setReason}
      />
      <div class="action-grid">
        <ActionButton label={msg("Cancel")} isOff={isBusy} onTap={onLeave} />
        <Button
          kind="danger"
          disabled={isBusy || reason.trim() === ""}
          onClick={() => onReason(reason.trim())}
        >
          {t(msg("Discard"))}
        </Button>
      </div>
    </Banner>
  );
}

const KINDS = {
  refused: msg("Rejected by the server:"),
  unknown: msg("Unknown code:"),
  asked: msg("NOT counted yet."),
} as const;
