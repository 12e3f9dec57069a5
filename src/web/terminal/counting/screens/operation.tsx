import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { quantityText } from "../../../articles/amounts.ts";
import type { OutboxEntry } from "../../../db/outbox-shapes.ts";
import { useStored } from "../../../db/use-stored.ts";
import { NAMES } from "../../../feedback/sounds.ts";
import { number, t, when } from "../../../i18n/translate.ts";
import { entriesOfCode, entryById } from "../../../offline/outbox/entries.ts";
import { piecesOfCode } from "../../../offline/outbox/write.ts";
import { path, useGoBack } from "../../../router/router.ts";
import { Announcer } from "../../../ui/announce.tsx";
import { Button } from "../../../ui/button.tsx";
import { Page } from "../../../ui/page.tsx";
import { Facts } from "../../../ui/surfaces.tsx";
import { Problem, useAction } from "../../../ui/use-action.tsx";
import { correct, setCodeQuantity } from "../change.ts";
import type { ItemNow } from "../current-count.ts";
import { resumedDraft } from "../drafts.ts";
import { expectedOf, itemOfEntry, recent } from "../items.ts";
import type { Spot } from "../scan.ts";
import { unknownScan } from "../scan-result.ts";
import { showDone, showScan, undoEntry } from "./current.ts";
import { DraftOffer } from "./draft-offer.tsx";
import { draftSubject, Quantity, usePacks } from "./quantity.tsx";
import { shownQuantity, stateText } from "./recent-list.tsx";
import { spotOf, useSpotScans } from "./scanning.ts";
import { countedText } from "./verdict-card.tsx";
import "./count.css";

const MAX_SEARCHED = 200;

/** The pieces of an unknown code at its location, to be typed. */
export function CodeQuantity(values: Readonly<Record<string, string>>) {
  const spot = spotOf(values);
  const operationId = values["operation"] ?? "";
  const loaded = useStored(() => loadCode(operationId), ["outbox"], [operationId]);
  const { run, isBusy, problem } = useAction();
  const goBack = useGoBack();
  if (loaded === null || loaded.entry === null)
    return <Page title={t(TITLE)}>{loaded !== null && <p>{t(GONE)}</p>}</Page>;
  const { entry, quantity: counted } = loaded;
  const code = entry.operation.code ?? entry.shown.name;
  const save = async (quantity: number) => {
    const saved = await setCodeQuantity(operationId, quantity);
    showScan(spot, { ...unknownScan(code, quantity), entry: saved, similar: [], batch: null });
  };
  return (
    <Quantity
      title={code}
      subject={draftSubject(spot, { name: code, code, unit: null })}
      unit={null}
      spot={spot}
      save={save}
      caption={t(msg("Counted: {now}"), { now: number(counted) })}
      expected={null}
      isBusy={isBusy}
      problem={problem}
      onSave={(saving) =>
        run(async () => {
          await saving;
          await goBack();
        })
      }
    />
  );
}

async function loadCode(operationId: string) {
  const entry = await entryById(operationId);
  const all = entry === null ? [] : await entriesOfCode(entry.inventoryId, entry.operation.code ?? "");
  return { entry, quantity: piecesOfCode(all.filter(({ subject }) => subject === entry?.subject)) };
}

/** An operation of this terminal, with actions to undo or correct it. */
export function Entry(values: Readonly<Record<string, string>>) {
  const spot = spotOf(values);
  const operationId = values["operation"] ?? "";
  useSpotScans(spot);
  const loaded = useStored(
    () => loadOperation(spot.inventoryId, operationId),
    ["outbox", "items"],
    [spot, operationId],
  );
  if (loaded === null) return <Page title={t(TITLE)} />;
  if (loaded.entry === null) {
    return (
      <Page title={t(TITLE)}>
        <p>{t(GONE)}</p>
      </Page>
    );
  }
  return (
    <OperationView
      key={operationId}
      entry={loaded.entry}
      item={loaded.item}
      isUndone={loaded.isUndone}
      spot={spot}
    />
  );
}

async function loadOperation(inventoryId: number, operationId: string) {
  const [entry, list] = await Promise.all([entryById(operationId), recent(inventoryId, MAX_SEARCHED)]);
  const isUndone = list.some((loaded) => loaded.entry.operationId === operationId && loaded.isUndone);
  return { entry, isUndone, item: entry === null ? null : await itemOfEntry(entry) };
}

interface OperationViewProps {
  readonly entry: OutboxEntry;
  /** The current state of its item; null: unknown. */
  readonly item: ItemNow | null;
  readonly isUndone: boolean;
  readonly spot: Spot;
}

function OperationView({ entry, item, isUndone, spot }: OperationViewProps) {
  const { run, isBusy, problem } = useAction();
  const goBack = useGoBack();
  const [isCorrecting, setCorrecting] = useState(false);
  const { shown, operationId } = entry;
  const { unit = null } = shown;
  const packs = usePacks(entry.articleId);
  const undoIt = () =>
    run(async () => {
      await undoEntry(spot, entry);
      await goBack();
    });
  const saveCorrection = async (quantity: number) => {
    await correct(operationId, quantity);
    const item = await itemOfEntry(entry);
    const text = t(msg("Corrected to {quantity}"), { quantity: quantityText(quantity, unit) });
    showDone(spot, "count", text, shown.name, { item });
  };
  const save = (saving: Promise<void>) =>
    run(async () => {
      await saving;
      await goBack();
    });
  const isResumed = resumedDraft.value?.path === path.value;
  useEffect(() => {
    // The number pad restores the draft.
    if (isResumed) setCorrecting(true);
  }, [isResumed]);
  if (isCorrecting) {
    if (entry.articleId === null)
      return (
        <CodeQuantity
          inventory={`${spot.inventoryId}`}
          location={`${entry.placeId ?? spot.placeId}`}
          operation={operationId}
        />
      );
    return (
      <Quantity
        title={shown.name}
        subject={draftSubject(spot, { ...shown, unit })}
        packs={packs}
        unit={unit}
        spot={spot}
        save={saveCorrection}
        caption={countedText(item, spot.placeId)}
        expected={expectedOf(item)}
        isBusy={isBusy}
        problem={problem}
        onSave={save}
      />
    );
  }
  const canChange = !isUndone && entry.state !== "asked" && entry.state !== "given-up";
  return (
    <Page
      title={shown.name}
      actions={
        canChange && (
          <>
            <Button icon="undo" disabled={isBusy} onClick={undoIt}>
              {t(msg("Undo"))}
            </Button>
            <Button kind="primary" icon="count" disabled={isBusy} onClick={() => setCorrecting(true)}>
              {t(msg("Correct"))}
            </Button>
          </>
        )
      }
    >
      <Announcer />
      <DraftOffer isPad />
      <Problem text={problem} />
      <OperationFacts entry={entry} isUndone={isUndone} />
    </Page>
  );
}

function OperationFacts({ entry, isUndone }: { readonly entry: OutboxEntry; readonly isUndone: boolean }) {
  const { shown, operation, problem, receipt } = entry;
  const facts = [
    [t(msg("Result")), t(NAMES[shown.verdict])],
    [t(msg("Scanned")), operation.code ?? shown.code ?? "–"],
    [t(msg("Quantity after it")), shownQuantity(shown)],
    [t(msg("Location")), shown.place ?? "–"],
    [t(msg("Counted by")), `${shown.author}, ${when(operation.at)}`],
    [t(msg("State")), `${stateText(entry)}${isUndone ? ` · ${t(msg("undone"))}` : ""}`],
    [t(msg("Problem")), problem],
    [t(msg("Server response")), receipt?.message ?? null],
  ] as const;
  return <Facts facts={facts} />;
}

const TITLE = msg("Scan");
const GONE = msg("This scan is not on this device any more.");
