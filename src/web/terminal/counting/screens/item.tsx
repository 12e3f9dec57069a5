import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Message, msg } from "../../../../domain/message.ts";
import { quantityText } from "../../../articles/amounts.ts";
import type { OutboxEntry, PhotoSubject } from "../../../db/outbox-shapes.ts";
import { useStored } from "../../../db/use-stored.ts";
import { t, when } from "../../../i18n/translate.ts";
import { locationLabel } from "../../../offline/sync/locations.ts";
import { go, path, pathNow, useGoBack } from "../../../router/router.ts";
import { Announcer, announce } from "../../../ui/announce.tsx";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import type { IconName } from "../../../ui/icon.tsx";
import { Page } from "../../../ui/page.tsx";
import { Problem, useAction } from "../../../ui/use-action.tsx";
import { asExpected, proposeDisposal, setNote, setQuantity } from "../change.ts";
import { type ItemNow, itemIdAt } from "../current-count.ts";
import { itemsOfArticle } from "../items.ts";
import type { Spot } from "../scan.ts";
import { countedElsewhere } from "../scan-result.ts";
import { showDone, showMoveQuestion, spotPath } from "./current.ts";
import { DraftOffer, type DraftSubject, useDraft } from "./draft-offer.tsx";
import { draftSubject, PadPage, SaveButton, usePacks, useSaveOnLeave, useTyped } from "./quantity.tsx";
import { ItemHistory } from "./recent-list.tsx";
import { spotOf, useSpotScans } from "./scanning.ts";
import { countedText } from "./verdict-card.tsx";
import "./count.css";
import type { ComponentChildren } from "preact";
import type { CatalogueName } from "../../../../records/catalogues.ts";
import { session } from "../../../api/tokens.ts";
import { reportError } from "../../../errors/report-error.ts";
import { queueCommand } from "../../../offline/outbox/commands.ts";
import { offered, useCatalogue } from "../../../query/catalogues.ts";
import { NoteField } from "../../../ui/field.tsx";
import { PickPhoto } from "../../../ui/pick-photo.tsx";
import { RecordSelect, type RecordSelectProps } from "../../../ui/select.tsx";
import type { Target } from "../record-count.ts";

/** The screen of an item: its quantity, note, disposal, photo and history. */
export function Item(values: Readonly<Record<string, string>>) {
  const spot = spotOf(values);
  const [articleId, key] = [Number(values["article"]), values["item"] ?? ""];
  const loaded = useItem(spot, articleId, key);
  if (loaded === null) return <Page title={t(msg("Item"))} />;
  if (loaded.item === null) {
    return (
      <Page title={t(msg("Item"))}>
        <p>{t(msg("This item is not on this device any more."))}</p>
      </Page>
    );
  }
  return <ItemView item={loaded.item} spot={spot} />;
}

/** The current state of an item by its key; null: not read yet. */
function useItem(spot: Spot, articleId: number, key: string): { readonly item: ItemNow | null } | null {
  return useStored(
    async () => {
      const items = await itemsOfArticle(spot.inventoryId, articleId);
      // An item that is not counted yet is identified by its location.
      const at = items?.at(spot.placeId) ?? null;
      return { item: items?.get(key) ?? (at === "locationRequired" ? null : at) };
    },
    ["outbox", "items"],
    [spot, articleId, key],
  );
}

function ItemView({ item, spot }: { readonly item: ItemNow; readonly spot: Spot }) {
  const { run, isBusy, problem } = useAction();
  const here = path.value;
  const goBack = useGoBack();
  /** The seq of the question to a typed quantity. */
  const askedSeq = useRef<number | null>(null);
  const expected = item.isUnexpected ? null : item.expected;
  const { unit } = item;
  const subject = draftSubject(spot, item);
  const packs = usePacks(item.articleId);
  const typed = useTyped(expected, subject);
  const target = { ...spot, item };
  const otherLocationId = countedElsewhere(item, spot.placeId);
  const showResult = async (recording: Promise<OutboxEntry>, quantity: number, icon: IconName) => {
    const entry = await recording;
    askedSeq.current = entry.state === "asked" ? entry.seq : null;
    if (entry.state === "asked") showMoveQuestion(spot, entry, item);
    else if (otherLocationId !== null && quantity === 0)
      showDone(
        spot,
        "same",
        t(msg("Nothing changed. {counted}"), { counted: countedText(item, spot.placeId) }),
        item.name,
        {
          item,
        },
      );
    else
      showDone(
        spot,
        icon,
        t(msg("Saved: {quantity}"), { quantity: quantityText(quantity, unit) }),
        item.name,
        {
          item: { ...item, quantity },
        },
      );
  };
  const record = (quantity: number) => showResult(setQuantity(target, quantity), quantity, "count");
  const leave = async () => {
    if (askedSeq.current === null) await goBack();
    // A scan may have left the screen.
    else if (pathNow() === here) go(spotPath(spot, `asked/${askedSeq.current}`), { replace: true });
  };
  // Leaving by a scan or Back saves the quantity. A doubtful one is asked about first.
  const { saving } = useSaveOnLeave(spot, typed, record);
  const save = (quantity: number) =>
    run(async () => {
      await saving(record(quantity));
      await leave();
    });
  return (
    <PadPage
      title={item.name}
      typed={typed}
      about={subtitle(item, spot)}
      caption={countedText(item, spot.placeId)}
      expected={expected}
      unit={unit}
      packs={packs}
      problem={problem}
      actions={
        <>
          {expected !== null && (
            <Button
              disabled={isBusy}
              onClick={() =>
                run(async () => {
                  await saving(showResult(asExpected(target), expected, "there"));
                  await leave();
                })
              }
            >
              {t(msg("As expected ({expected})"), { expected: quantityText(expected, unit) })}
            </Button>
          )}
          <SaveButton typed={typed} unit={unit} isBusy={isBusy} onSave={save} />
        </>
      }
    >
      <ItemNote target={target} subject={subject} />
      <ItemPhoto target={target} />
      <PrintLabel articleId={item.articleId} />
      <ItemDisposal target={target} />
      <ItemHistory item={item} spot={spot} />
    </PadPage>
  );
}

function subtitle(
  { code, expectedAt, counted, isToRecount, needsSecondCount }: ItemNow,
  { placeId }: Spot,
): string {
  return [
    code ?? t(msg("no code")),
    expectedAt !== null &&
      expectedAt !== placeId &&
      t(msg("belongs to {location}"), { location: locationLabel(expectedAt) }),
    counted !== null &&
      t(msg("counted by {author}, {at}"), { author: counted.user.fullName, at: when(counted.at) }),
    isToRecount && t(msg("count it again")),
    needsSecondCount && t(msg("second count by another person")),
  ]
    .filter(Boolean)
    .join(" · ");
}

interface ItemActionsProps {
  readonly item: ItemNow;
  readonly spot: Spot;
  /** Actions of the verdict. They come first, and replace the label button, which the details have too. */
  readonly children?: ComponentChildren;
}

/** The actions for the item on the card, in one row. */
export function ItemActions({ item, spot, children = null }: ItemActionsProps) {
  const { articleId, key } = item;
  const itemPath = `${articleId}/${encodeURIComponent(key)}`;
  return (
    <div class="verdict-answers">
      {children}
      <CardButton label={msg("Note")} onTap={() => go(spotPath(spot, `note/${itemPath}`))} />
      {/* A camera app is slow. The photo belongs to this item, even if another one is scanned meanwhile. */}
      <PickPhoto
        key={key}
        kind="primary"
        onPhoto={(file) => storeItemPhoto({ ...spot, item }, file)}
        onEnd={(problem) =>
          showDone(
            spot,
            problem === null ? "camera" : "warning",
            problem ?? t(msg("Photo saved")),
            item.name,
            {
              item,
            },
          )
        }
      />
      {children === null && (
        <CardButton label={msg("Print label", "short")} onTap={() => go(printPath(articleId))} />
      )}
      <CardButton label={msg("More")} onTap={() => go(spotPath(spot, `details/${itemPath}`))} />
    </div>
  );
}

interface CardButtonProps {
  readonly label: Message | string;
  readonly onTap: () => void;
}

/** A button of the card. */
export function CardButton({ label, onTap }: CardButtonProps) {
  return (
    <Button kind="primary" onClick={onTap}>
      {typeof label === "string" ? label : t(label)}
    </Button>
  );
}

/** The print screen of an article. Back leads to the count. */
const printPath = (articleId: number) => `/article/${articleId}/print`;

/** A link to the print screen of an article. */
function PrintLabel({ articleId }: { readonly articleId: number }) {
  return (
    <div class="stack">
      <ButtonLink icon="print" href={`#${printPath(articleId)}`}>
        {t(msg("Print label"))}
      </ButtonLink>
    </div>
  );
}

/** Queues a photo of an item. It is sent after the counts. Throws errors of the storage. */
async function storeItemPhoto({ inventoryId, item, placeId }: Target, file: Blob): Promise<void> {
  const { articleId, expectedAt, foundAt } = item;
  const itemId = itemIdAt(item, placeId);
  const of: PhotoSubject =
    itemId === null ? { articleId } : { itemId, item: { inventoryId, articleId, expectedAt, foundAt } };
  const fileName = `${item.code ?? item.articleId}.jpg`;
  await queueCommand({ kind: "photo", of, file, fileName }, t(msg("Photo of {name}"), { name: item.name }));
}

/** Takes a photo of an item. */
function ItemPhoto({ target }: { readonly target: Target }) {
  const [status, setStatus] = useState<string | null>(null);
  return (
    <div>
      <div class="stack">
        <PickPhoto
          onPhoto={(file) => storeItemPhoto(target, file)}
          onEnd={(problem) => setStatus(problem ?? t(msg("Photo saved. It will be sent.")))}
        />
      </div>
      <p role="status">{status}</p>
    </div>
  );
}

type Values = Readonly<Record<string, string>>;

/** The details of an item, without its quantity. */
export const ItemDetails = (values: Values) => <Details values={values} isNote={false} />;

/** The details of an item, with focus on the note. */
export const ItemNoteScreen = (values: Values) => <Details values={values} isNote />;

function Details({ values, isNote }: { readonly values: Values; readonly isNote: boolean }) {
  const spot = spotOf(values);
  useSpotScans(spot);
  const loaded = useItem(spot, Number(values["article"]), values["item"] ?? "");
  const item = loaded?.item ?? null;
  const note = item !== null && (
    <ItemNote target={{ ...spot, item }} subject={draftSubject(spot, item)} isOpen={isNote} />
  );
  return (
    <Page title={item?.name ?? t(msg("Item"))}>
      <Announcer />
      <DraftOffer isPad />
      {loaded !== null && item === null && <p>{t(msg("This item is not on this device any more."))}</p>}
      {item !== null && (
        <>
          <p class="muted one-line">{item.code ?? t(msg("no code"))}</p>
          {isNote && note}
          <ItemPhoto target={{ ...spot, item }} />
          <PrintLabel articleId={item.articleId} />
          {!isNote && note}
          <ItemDisposal target={{ ...spot, item }} />
          <ItemHistory item={item} spot={spot} />
        </>
      )}
    </Page>
  );
}

interface ItemNoteProps {
  readonly target: Target;
  readonly subject: DraftSubject;
  /** Opens the field with the focus. */
  readonly isOpen?: boolean;
}

/** The note of an item. */
function ItemNote({ target, subject, isOpen = false }: ItemNoteProps) {
  const savedNote = target.item.note ?? "";
  const [text, setText] = useState<string | null>(null);
  const { run, isBusy, problem } = useAction();
  const shown = text ?? savedNote;
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);
  const latest = useRef({ text, known: savedNote, target });
  latest.current = { text, known: savedNote, target };
  const show = (next: string) => {
    // The screen may be left before it is rendered with the last letter.
    latest.current = { ...latest.current, text: next };
    setText(next);
  };
  const draft = useDraft("note", subject, show);
  // The note is saved when the screen is left, by a scan or by Back.
  useEffect(() => {
    const userId = session.peek()?.user.id;
    return () => {
      const lastState = latest.current;
      if (
        lastState.text === null ||
        lastState.text.trim() === lastState.known ||
        session.peek()?.user.id !== userId
      )
        return;
      draft
        .saved(setNote(lastState.target, lastState.text.trim() === "" ? null : lastState.text.trim()))
        .catch(reportError);
    };
  }, []);
  const save = () =>
    run(async () => {
      await draft.saved(setNote(target, shown.trim() === "" ? null : shown.trim()));
      announce(t(msg("Note saved")));
      setText(null);
    });
  return (
    <details open={isOpen || savedNote !== "" || text !== null}>
      <summary>{t(msg("Note"))}</summary>
      <Problem text={problem} />
      <NoteField
        label={t(msg("Note for the office"))}
        inputRef={field}
        value={shown}
        onValue={(value) => {
          show(value);
          draft.store(value.trim() === savedNote ? "" : value);
        }}
      />
      <div class="stack">
        <Button disabled={isBusy || shown === savedNote} onClick={save}>
          {t(msg("Save note"))}
        </Button>
      </div>
    </details>
  );
}

/** Proposes the disposal of an item with method and reason, or withdraws the proposal. */
function ItemDisposal({ target }: { readonly target: Target }) {
  const { item } = target;
  const { run, isBusy, problem } = useAction();
  const [method, setMethod] = useState<number | null>(item.disposalMethodId);
  const [reason, setReason] = useState<number | null>(item.disposalReasonId);
  const send = (isProposing: boolean) =>
    run(async () => {
      await proposeDisposal(target, isProposing ? { methodId: method, reasonId: reason } : null);
      announce(t(isProposing ? msg("Disposal proposed") : msg("Proposal withdrawn")));
    });
  return (
    <details open={item.isDisposal}>
      <summary>{t(item.isDisposal ? msg("Disposal proposed") : msg("Propose disposal"))}</summary>
      <Problem text={problem} />
      <CatalogueSelect
        name="articleDisposalMethod"
        label={t(msg("Method"))}
        value={method}
        onValue={setMethod}
      />
      <CatalogueSelect
        name="articleDisposalReason"
        label={t(msg("Reason"))}
        value={reason}
        onValue={setReason}
      />
      <div class="stack">
        <Button disabled={isBusy || method === null || reason === null} onClick={() => send(true)}>
          {t(msg("Propose"))}
        </Button>
        {item.isDisposal && (
          <Button disabled={isBusy} onClick={() => send(false)}>
            {t(msg("Withdraw proposal"))}
          </Button>
        )}
      </div>
    </details>
  );
}

interface CatalogueSelectProps extends Omit<RecordSelectProps, "items"> {
  readonly name: CatalogueName;
}

/** Selects a record of a catalogue. */
function CatalogueSelect({ name, ...field }: CatalogueSelectProps) {
  const { body } = useCatalogue(name);
  return (
    <RecordSelect
      {...field}
      items={offered(body ?? [], field.value)}
      none={body === null ? t(msg("Known once the server responds")) : undefined}
    />
  );
}
