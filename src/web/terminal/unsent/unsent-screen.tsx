import { type Message, msg } from "../../../domain/message.ts";
import { connection, lastResponseAt } from "../../api/connection.ts";
import { localDb } from "../../db/database.ts";
import type { OutboxEntry, QueuedCommand } from "../../db/outbox-shapes.ts";
import { useStored } from "../../db/use-stored.ts";
import { readValue } from "../../db/values.ts";
import { t, when } from "../../i18n/translate.ts";
import { discardCommand, mayRetry, readCommands, retryCommand } from "../../offline/outbox/commands.ts";
import { entriesIn } from "../../offline/outbox/entries.ts";
import {
  discardOperations,
  dismissLate,
  lateEntries,
  type Problem,
  problems,
  retryOperations,
} from "../../offline/outbox/problems.ts";
import { unsent } from "../../offline/outbox/unsent.ts";
import { lostCounts } from "../../offline/outbox/unsent-marker.ts";
import { sendNow } from "../../offline/sender.ts";
import { findByScan } from "../../offline/sync/articles.ts";
import { Announcer, announce } from "../../ui/announce.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { useTapGuard } from "../../ui/double-tap.ts";
import { Page } from "../../ui/page.tsx";
import { Problem as ActionError, useAction } from "../../ui/use-action.tsx";
import { Safety } from "./safety.tsx";
import "../counting/screens/count.css";
import "./unsent.css";
import { useState } from "preact/hooks";
import { MAX_TEXT_LENGTH } from "../../../domain/text-limits.ts";
import { session } from "../../api/tokens.ts";
import { exportFiles } from "../../offline/outbox/export.ts";
import { importFile, NotAnExport, OfOtherServer } from "../../offline/outbox/import-file.ts";
import { TextField } from "../../ui/field.tsx";
import { FileButton } from "../../ui/file-input.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { answerQuestion, canAdd, discardCode } from "../counting/change.ts";
import { itemOfEntry } from "../counting/items.ts";
import { addText, movedText } from "../counting/screens/verdict-card.tsx";

/** `#/unsent`: entries to send, entries that need attention, and the export to a file. */
export function Unsent() {
  const { run, isBusy, problem } = useAction();
  const waiting = useStored(waitingCounts, ["outbox"]);
  const openProblems = useStored(openProblemsNow, ["outbox", "articles"]);
  const lateCounts = useStored(lateEntries, ["outbox"]);
  const commands = useStored(readCommands, ["errands"]);
  const openCommands = (commands ?? []).filter(({ state }) => state === "waiting" || state === "refused");
  useTapGuard(openProblems?.map(({ entry }) => entry.seq) ?? [], ".page-title ~ *, .page-title ~ * *");
  // The counts above them go too when they are sent.
  useTapGuard(
    [
      ...(waiting ?? []).map(({ inventoryId }) => `w${inventoryId}`),
      ...(lateCounts ?? []).map(({ seq }) => `l${seq}`),
      ...openCommands.map(({ seq }) => seq),
    ],
    ".commands *",
  );
  const send = () =>
    run(async () => {
      await sendNow();
      announce(t(msg("Sending finished.")));
    });
  return (
    <Page
      title={t(msg("Not sent yet"))}
      actions={
        <Button kind="primary" icon="send" disabled={isBusy} onClick={send}>
          {t(msg("Send now"))}
        </Button>
      }
    >
      <Announcer />
      {/* First, because changes during sending must not move its buttons under the finger. */}
      {openProblems !== null && openProblems.length > 0 && (
        <>
          <h2>{t(msg("Needs attention"))}</h2>
          <AllRejected problems={openProblems} />
          <ul class="cards">
            {openProblems.map((listed) => (
              <ProblemRow key={listed.entry.seq} problem={listed} />
            ))}
          </ul>
        </>
      )}
      <Banner tone={connection.value === "away" ? "warning" : undefined}>{connectionText()}</Banner>
      <ActionError text={problem} />
      {unsent.value === 0 && lostCounts.value === null && (
        <p>{t(msg("Nothing to send. The server has everything."))}</p>
      )}
      {(waiting ?? []).map(({ inventoryId, name, count, again, since }) => (
        <p key={inventoryId}>
          <b>{t(msg("{n, plural, one {# count} other {# counts}} to send"), { n: count })}</b> · {name} ·{" "}
          {t(msg("since {at}"), { at: when(since) })}
          {again > 0 && (
            <small>
              {" "}
              {t(
                msg(
                  "The server was restored from a backup. {n, plural, one {# count is} other {# counts are}} sent again.",
                ),
                { n: again },
              )}
            </small>
          )}
        </p>
      ))}
      {lateCounts !== null && lateCounts.length > 0 && <LateList entries={lateCounts} />}
      {openCommands.length > 0 && (
        <>
          <h2>{t(msg("Photos, labels and requests"))}</h2>
          <ul class="cards commands">
            {openCommands.map((command) => (
              <CommandRow key={command.seq} command={command} />
            ))}
          </ul>
        </>
      )}
      <FileActions />
      <Safety />
    </Page>
  );
}

/** Without the unknown codes that an article has by now: the server counts them for the article. */
async function openProblemsNow(): Promise<readonly Problem[]> {
  const all = await problems();
  const isKnown = await Promise.all(
    all.map(async ({ kind, entry }) => {
      if (kind !== "unknown") return false;
      return (await findByScan(entry.operation.code ?? "")).articles.length > 0;
    }),
  );
  return all.filter((_, index) => isKnown[index] !== true);
}

function connectionText(): string {
  if (connection.value === "unknown") return t(msg("Connecting to the server…"));
  const at = lastResponseAt.value;
  if (connection.value === "there")
    return t(msg("The server last responded at {at}."), { at: at === null ? "" : when(at) });
  return at === null
    ? t(msg("The server is not responding. Everything is saved on this device."))
    : t(msg("The server has not responded since {at}. Everything is saved on this device."), {
        at: when(at),
      });
}

/** Counts that came after their stocktake was finished, with an explanation and an action to dismiss them. */
function LateList({ entries }: { readonly entries: readonly OutboxEntry[] }) {
  const { run, isBusy, problem } = useAction();
  return (
    <section class="late-list">
      <h2>{t(msg("Too late: NOT counted"))}</h2>
      <p>
        {t(
          msg(
            "The stocktake was finished before these counts arrived. The server has them: in the office, reopen the stocktake to count them, or accept single ones under Unresolved.",
          ),
        )}
      </p>
      <ActionError text={problem} />
      <ul class="list">
        {entries.map(({ seq, shown, operation }) => (
          <li key={seq} class="row">
            <span class="main">
              <b>{shown.name}</b>
              <small>
                {[operation.code ?? shown.code, shown.place, shown.author, when(operation.at)]
                  .filter((part) => part !== null)
                  .join(" · ")}
              </small>
            </span>
          </li>
        ))}
      </ul>
      <Button disabled={isBusy} onClick={() => run(() => dismissLate(t(msg("dismissed"))))}>
        {t(msg("Dismiss all"))}
      </Button>
    </section>
  );
}

/** The waiting counts of an inventory. */
interface Waiting {
  readonly inventoryId: number;
  readonly name: string;
  readonly count: number;
  /** Those of them that are sent again after a restore. */
  readonly again: number;
  /** The time of the oldest. */
  readonly since: string;
}

/** The waiting counts by inventory. */
async function waitingCounts(): Promise<readonly Waiting[]> {
  const [entries, db] = await Promise.all([entriesIn("waiting"), localDb()]);
  const names = new Map((await db.getAll("inventories")).map(({ oid, name }) => [oid, name]));
  const byInventory = new Map<number, Waiting>();
  for (const { inventoryId, operation, again } of entries) {
    const known = byInventory.get(inventoryId);
    byInventory.set(inventoryId, {
      inventoryId,
      name: names.get(inventoryId) ?? `#${inventoryId}`,
      count: (known?.count ?? 0) + 1,
      again: (known?.again ?? 0) + (again === undefined ? 0 : 1),
      since: known?.since ?? operation.at,
    });
  }
  return [...byInventory.values()];
}

/** A waiting or rejected command. */
function CommandRow({ command }: { readonly command: QueuedCommand }) {
  const { run, isBusy, problem } = useAction();
  const { seq, title, at, state } = command;
  return (
    <li>
      <p>
        <b>{title}</b>
      </p>
      <p class="muted">
        {when(at)} · {t(state === "refused" ? msg("Rejected by the server") : msg("Not sent yet"))}
      </p>
      {command.problem !== null && <p>{command.problem}</p>}
      <ActionError text={problem} />
      <div class="action-grid">
        {mayRetry(command) && (
          <Button disabled={isBusy} onClick={() => run(() => retryCommand(seq))}>
            {t(msg("Send again"))}
          </Button>
        )}
        <Button disabled={isBusy} onClick={() => run(() => discardCommand(seq))}>
          {t(msg("Discard"))}
        </Button>
      </div>
    </li>
  );
}

/** An operation that needs attention, with its actions. */
function ProblemRow({
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
        {(kind === "refused" || kind === "unknown") && reason}
      </p>
      <ActionError text={problem} />
      <div class="action-grid">
        {kind === "refused" && (
          <ActionButton
            label={entry.receipt?.isAuthorMissing === true ? msg("Send again in my name") : msg("Send again")}
            isOff={isBusy}
            onTap={() => run(() => retryOperations([seq]))}
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
                label={addText(pieces, shown.unit ?? null, isMoved)}
                isOff={isBusy}
                onTap={() => run(() => answerQuestion(seq, { kind: "add" }))}
              />
            )}
            {!isMoved && (
              <ButtonLink href={`${locationHref}/asked/${seq}`}>{t(msg("Set quantity"))}</ButtonLink>
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
            <ButtonLink href={`${locationHref}/found/${operationId}`}>{t(msg("Match"))}</ButtonLink>
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
    <Button disabled={isOff} onClick={onTap}>
      {typeof label === "string" ? label : t(label)}
    </Button>
  );
}

interface DiscardFormProps {
  readonly isBusy: boolean;
  readonly onLeave: () => void;
  readonly onReason: (reason: string) => void;
}

/** Sends all rejected counts again, or discards them with one reason, where there are several. */
function AllRejected({ problems }: { readonly problems: readonly Problem[] }) {
  const { run, isBusy, problem } = useAction();
  const [isDiscarding, setDiscarding] = useState(false);
  const rejected = problems.filter(({ kind }) => kind === "refused");
  const seqs = rejected.flatMap((one) => one.seqs);
  const here = useStored(() => readValue("installation"), ["outbox"], []);
  // What was made for another server is sent only one by one: its ids name other records here.
  const ours = rejected
    .filter(({ entry }) => entry.installation === undefined || entry.installation === here)
    .flatMap((one) => one.seqs);
  if (seqs.length < 2) return null;
  if (!isDiscarding)
    return (
      <>
        <ActionError text={problem} />
        {ours.length > 1 && (
          <Button isWide disabled={isBusy} onClick={() => run(() => retryOperations(ours))}>
            {t(msg("Send all {n} rejected counts again"), { n: ours.length })}
          </Button>
        )}
        <Button isWide onClick={() => setDiscarding(true)}>
          {t(msg("Discard all {n} rejected counts…"), { n: seqs.length })}
        </Button>
      </>
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
  lost: msg("NOT counted: the server does not have this article any more."),
  asked: msg("NOT counted yet."),
} as const;

/** Saves unsent operations to a file, which an Admin loads where no terminal is paired: at a shared one an Admin is a Manager. */
export function FileActions() {
  const { run, isBusy, problem } = useAction();
  const [status, setStatus] = useState<string | null>(null);
  const isAdmin = session.value?.roles.includes("Admin") === true;
  const save = () =>
    run(async () => {
      const files = await exportFiles();
      for (const file of files) saveFile(file);
      setStatus(t(msg("{n, plural, one {# file} other {# files}} saved"), { n: files.length }));
    });
  const readFile = (file: File) =>
    run(async () => {
      const text = await importText(file);
      setStatus(text);
      announce(text);
    });
  return (
    <details>
      <summary>{t(msg("Save to a file without a connection"))}</summary>
      <p>
        {t(
          msg(
            "The files hold the counts, hand-overs and returns that are not sent, without photos. An administrator loads them on this screen of a device that is not paired, logged in with user name and password. Nothing is deleted here.",
          ),
        )}
      </p>
      <ActionError text={problem} />
      <p role="status">{status}</p>
      <div class="stack">
        <Button disabled={isBusy} onClick={save}>
          {t(msg("Save unsent counts to a file"))}
        </Button>
        {isAdmin && (
          <FileButton accept="application/json,.json" onFile={readFile}>
            {t(msg("Load a file"))}
          </FileButton>
        )}
      </div>
    </details>
  );
}

/** Imports a file. Returns the result as text. */
async function importText(file: Blob): Promise<string> {
  try {
    return t(msg("Loaded: {taken}. Rejected: {refused}."), { ...(await importFile(file)) });
  } catch (error) {
    if (error instanceof OfOtherServer) return t(msg("This file was made for another server."));
    if (error instanceof NotAnExport) return t(msg("This file has no unsent counts."));
    throw error;
  }
}
