import { useEffect } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { quantityText } from "../../../articles/amounts.ts";
import type { OutboxEntry, Question } from "../../../db/outbox-shapes.ts";
import { useStored } from "../../../db/use-stored.ts";
import { ExpectedError } from "../../../errors/error-queue.ts";
import { reportError } from "../../../errors/report-error.ts";
import { t } from "../../../i18n/translate.ts";
import { queueCommand } from "../../../offline/outbox/commands.ts";
import { entryOfSeq } from "../../../offline/outbox/entries.ts";
import { locationLabel } from "../../../offline/sync/locations.ts";
import { go, useGoBack } from "../../../router/router.ts";
import { Button } from "../../../ui/button.tsx";
import type { IconName } from "../../../ui/icon.tsx";
import { Page } from "../../../ui/page.tsx";
import { PickPhoto } from "../../../ui/pick-photo.tsx";
import { Problem, useAction } from "../../../ui/use-action.tsx";
import { type Answer, addOne, answerQuestion, canAdd, discardCode } from "../change.ts";
import type { ItemNow } from "../current-count.ts";
import { expectedOf, itemOfEntry } from "../items.ts";
import { addAsFound, type CountedScan, type Spot } from "../scan.ts";
import { type Current, current, showDone, showMoveQuestion, showScan, spotPath } from "./current.ts";
import { CardButton, ItemActions } from "./item.tsx";
import { draftSubject, PadPage, SaveButton, usePacks, useSaveOnLeave, useTyped } from "./quantity.tsx";
import { spotOf, useSpotScans } from "./scanning.ts";
import { addedText, addText, countedText, movedText } from "./verdict-card.tsx";
import "./count.css";

interface CardAnswersProps {
  readonly scan: CountedScan;
  readonly spot: Spot;
}

/** The actions for the scan on the card. The next scan does not wait for them. */
export function CardAnswers({ scan, spot }: CardAnswersProps) {
  if (scan.verdict === "unknown") return <UnknownActions scan={scan} spot={spot} />;
  if (scan.choices.length > 0) return <ChoiceActions spot={spot} />;
  if (scan.question !== null) return <QuestionActions scan={scan} spot={spot} question={scan.question} />;
  if (scan.verdict === "same") return <SameActions scan={scan} spot={spot} />;
  return scan.item === null ? null : <ItemActions item={scan.item} spot={spot} />;
}

/** Actions for a piece that was scanned again. The user may know that it is another piece. */
function SameActions({ scan: { item, name }, spot }: CardAnswersProps) {
  const { run, problem } = useAction();
  if (item === null) return null;
  const add = () =>
    run(async () => {
      const entry = await addOne({ ...spot, item });
      showDone(spot, "plus", addedText(1, item.unit), name, { item: await itemOfEntry(entry) });
    });
  return (
    <>
      <ItemActions item={item} spot={spot}>
        <CardButton label={addText(1, item.unit)} onTap={add} />
      </ItemActions>
      <Problem text={problem} />
    </>
  );
}

function QuestionActions({ scan, spot, question }: CardAnswersProps & { readonly question: Question }) {
  const { run, problem } = useAction();
  const seq = scan.entry?.seq ?? scan.openSeq;
  if (seq === null) return null;
  const { pieces, name, item, code, entry } = scan;
  const unit = item?.unit ?? null;
  const answer = (chosen: Answer, icon: IconName, text: string) =>
    run(() => showAnswer({ spot, seq, name, item }, chosen, icon, text));
  const isMoved = question === "moved";
  const moved = movedText(item, pieces);
  return (
    <>
      <div class="verdict-answers">
        {isMoved && <CardButton label={moved} onTap={() => answer({ kind: "moved" }, "elsewhere", moved)} />}
        {canAdd(question, entry === null ? code : entry.operation.code) && (
          <CardButton
            label={addText(pieces, unit, isMoved)}
            onTap={() => answer({ kind: "add" }, "plus", addedText(pieces, unit))}
          />
        )}
        {!isMoved && (
          <CardButton label={msg("Set quantity")} onTap={() => go(spotPath(spot, `asked/${seq}`))} />
        )}
        <CardButton
          label={msg("Skip")}
          onTap={() => answer({ kind: "skip" }, "same", t(msg("Nothing changed")))}
        />
      </div>
      <Problem text={problem} />
    </>
  );
}

function ChoiceActions({ spot }: { readonly spot: Spot }) {
  return (
    <div class="verdict-answers">
      <CardButton label={msg("Choose the article")} onTap={() => go(spotPath(spot, "choose"))} />
    </div>
  );
}

function UnknownActions({ scan, spot }: CardAnswersProps) {
  const { run, problem } = useAction();
  const operationId = scan.entry?.operationId;
  if (operationId === undefined) return null;
  const [similar] = scan.similar;
  return (
    <>
      <div class="verdict-answers">
        {similar !== undefined && (
          <CardButton
            label={t(msg("It is {code}"), { code: similar.code ?? "" })}
            onTap={() => run(async () => showScan(spot, await addAsFound(operationId, similar, spot)))}
          />
        )}
        <PickPhoto
          kind="primary"
          onPhoto={(file) =>
            queueCommand(
              { kind: "photo", of: { operationId }, file, fileName: `${scan.text}.jpg` },
              t(msg("Photo of {code}"), { code: scan.text }),
            )
          }
          onEnd={(problem) => showDone(spot, "camera", problem ?? t(msg("Photo saved")), scan.text)}
        />
        <CardButton label={msg("Match")} onTap={() => go(spotPath(spot, `found/${operationId}`))} />
        {similar === undefined && (
          <CardButton label={msg("New item")} onTap={() => go(`/propose/${encodeURIComponent(scan.text)}`)} />
        )}
        <CardButton
          label={msg("Discard")}
          onTap={() =>
            run(async () => {
              await discardCode(operationId);
              showDone(spot, "undo", t(msg("Discarded")), scan.text);
            })
          }
        />
      </div>
      <Problem text={problem} />
    </>
  );
}

/** The question of a scan. */
interface AskedScan extends Pick<CountedScan, "name" | "item"> {
  readonly spot: Spot;
  readonly seq: number;
}

/** Answers a question, and shows the result. False: it was answered already, in another tab. */
async function showAnswer(
  { spot, seq, name, item }: AskedScan,
  chosen: Answer,
  icon: IconName,
  text: string,
): Promise<boolean> {
  const entry = await entryOfSeq(seq);
  const isOpen = entry?.state === "asked";
  const moveQuestion = await answerQuestion(seq, chosen);
  const now = entry === null ? item : await itemOfEntry(entry);
  if (moveQuestion !== null && now !== null) showMoveQuestion(spot, moveQuestion, now);
  else if (isOpen) showDone(spot, icon, text, name, { item: now });
  else showDone(spot, "there", t(msg("Already answered")), name, { item: now });
  return isOpen;
}

/** Replaces the question on the card after it was answered on another screen or in another tab. */
export function useAnsweredQuestion(now: Current | null, spot: Spot): void {
  const scan = now?.kind === "scan" && now.scan.question !== null ? now.scan : null;
  const seq = scan?.entry?.seq ?? scan?.openSeq ?? null;
  const entry = useStored(() => (seq === null ? Promise.resolve(null) : entryOfSeq(seq)), ["outbox"], [seq]);
  const isAnswered = entry !== null && entry.state !== "asked";
  useEffect(() => {
    if (entry === null || !isAnswered) return;
    itemOfEntry(entry)
      .then((item) => {
        // An answer on the card itself shows its own result.
        if (current.peek() === now)
          showDone(spot, "there", t(msg("Already answered")), scan?.name ?? "", { item });
      })
      .catch(reportError);
  }, [isAnswered, seq]);
}

/** The question of a scan that is not counted yet. */
export function ScanQuestion(values: Readonly<Record<string, string>>) {
  const spot = spotOf(values);
  const seq = Number(values["seq"]);
  const loaded = useStored(() => loadQuestion(seq), ["outbox", "items"], [seq]);
  if (loaded === null) return <ClosedQuestion spot={spot} text={null} />;
  const { entry, item } = loaded;
  if (entry?.state === "asked") return <OpenQuestion spot={spot} entry={entry} item={item} />;
  return <ClosedQuestion spot={spot} text={t(msg("This question is answered."))} />;
}

/** Nothing is typed here: a quantity that was typed before is still offered. It takes scans, also while the question is read. */
function ClosedQuestion({ spot, text }: { readonly spot: Spot; readonly text: string | null }) {
  useSpotScans(spot);
  return <Page title={t(msg("NOT counted yet"))}>{text !== null && <p>{text}</p>}</Page>;
}

/** Another tab has answered the question: what was typed is not saved. */
class AlreadyAnswered extends ExpectedError {}

interface OpenQuestionProps {
  readonly spot: Spot;
  readonly entry: OutboxEntry;
  readonly item: ItemNow | null;
}

function OpenQuestion({ spot, entry, item }: OpenQuestionProps) {
  const { seq, shown } = entry;
  const { run, isBusy, problem } = useAction();
  const goBack = useGoBack();
  const expected = expectedOf(item);
  const unit = item?.unit ?? null;
  const packs = usePacks(entry.articleId);
  const typed = useTyped(expected, draftSubject(spot, { ...shown, unit }));
  const setText = (quantity: number) =>
    t(msg("Set to {quantity}"), { quantity: quantityText(quantity, unit) });
  // A typed quantity is an answer, also when the user scans on or goes back.
  const { name } = shown;
  const { saving } = useSaveOnLeave(spot, typed, async (quantity) => {
    const chosen = { kind: "set", quantity } as const;
    if (!(await showAnswer({ spot, seq, name, item }, chosen, "count", setText(quantity))))
      throw new AlreadyAnswered();
  });
  const answer = (chosen: Answer, icon: IconName, text: string) =>
    run(async () => {
      await saving(showAnswer({ spot, seq, name, item }, chosen, icon, text));
      await goBack();
    });
  const isMoved = entry.question === "moved";
  const pieces = entry.pieces ?? 1;
  return (
    <PadPage
      title={name}
      typed={typed}
      caption={countedText(item, spot.placeId)}
      expected={expected}
      unit={unit}
      packs={packs}
      problem={problem}
      insteadOfKeys={
        isMoved ? (
          <p>
            {t(msg("Moved to {scanned}, or more there?"), {
              scanned: locationLabel(entry.placeId ?? spot.placeId),
            })}
          </p>
        ) : undefined
      }
      actions={
        <>
          <Button
            disabled={isBusy}
            onClick={() => answer({ kind: "skip" }, "same", t(msg("Nothing changed")))}
          >
            {t(msg("Skip"))}
          </Button>
          {isMoved && (
            <Button
              disabled={isBusy}
              onClick={() => answer({ kind: "moved" }, "elsewhere", movedText(item, pieces))}
            >
              {movedText(item, pieces)}
            </Button>
          )}
          {canAdd(entry.question, entry.operation.code) && (
            <Button
              disabled={isBusy}
              onClick={() => answer({ kind: "add" }, "plus", addedText(pieces, unit))}
            >
              {addText(pieces, unit, isMoved)}
            </Button>
          )}
          {!isMoved && (
            <SaveButton
              typed={typed}
              unit={unit}
              isBusy={isBusy}
              onSave={(quantity) => answer({ kind: "set", quantity }, "count", setText(quantity))}
            />
          )}
        </>
      }
    />
  );
}

async function loadQuestion(seq: number) {
  const entry = await entryOfSeq(seq);
  return { entry, item: entry === null ? null : await itemOfEntry(entry) };
}
