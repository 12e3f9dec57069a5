import { useRef, useState } from "preact/hooks";
import { backupErrorText } from "../../../domain/backup-targets.ts";
import { msg } from "../../../domain/message.ts";
import { call, withoutTag, withTag } from "../../api/call.ts";
import type { BackupRun, BackupTarget, BackupTargetTest } from "../../api/types/endpoints.d.ts";
import { sizeText } from "../../i18n/size-text.ts";
import { t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { go } from "../../router/router.ts";
import { Badge } from "../../ui/badge.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { Problem } from "../../ui/use-action.tsx";
import type { Sending, ShownVersion } from "../forms/form.tsx";
import { useMutation } from "../forms/mutation.tsx";
import { Screen } from "../layout/screen.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import styles from "./backup.module.css";
import { changeOf, draftOf, type NewTarget } from "./draft.ts";
import { Failure } from "./failure.tsx";
import { SheetScreen, type SheetToShow, sheetOf } from "./new-target.tsx";
import { durationText } from "./proof-text.ts";
import { TargetActions, TargetFacts, TargetState } from "./target-card.tsx";
import { TargetForm } from "./target-form.tsx";

const EVERY_S = 5;

/** `#/system/backup/7`: a target with its history, and the form to change it. */
export function TargetScreen({ id: text = "" }: Readonly<Record<string, string>>) {
  const id = Number(text);
  const read = call("GET /api/backup/targets/{id}", { id });
  const query = useLiveQuery(read, { everySeconds: EVERY_S });
  const runs = useLiveQuery(call("GET /api/backup/targets/{id}/runs", { id }), { everySeconds: EVERY_S });
  const [sheet, setSheet] = useState<SheetToShow | null>(null);
  const [isChanged, setChanged] = useState(false);
  const version = useRef("");
  // Without changes, the form begins again with what is saved.
  if (query.body !== null && !isChanged)
    version.current = JSON.stringify([draftOf(query.body), query.body.isActive]);
  if (sheet !== null) return <SheetScreen {...sheet} onDone={() => setSheet(null)} />;
  const { body: target, tag } = query;
  return (
    <Screen
      title={target?.name ?? t(msg("Automatic backup"))}
      above={<a href="#/system/backup">{t(msg("Backup"))}</a>}
    >
      <QueryBoundary query={query}>
        {(one) => (
          <Target
            key={one.oid}
            target={one}
            tag={tag}
            // The form's Save would meet the pause as a conflict.
            isLocked={isChanged}
            refetch={query.refetch}
            onSheet={setSheet}
          />
        )}
      </QueryBoundary>
      {target !== null && (
        <>
          <h2>{t(msg("Past backups"))}</h2>
          <QueryBoundary query={runs} empty={msg("No backup has run yet.")}>
            {(all) => <DataTable caption={t(msg("Past backups"))} columns={columns()} rows={all} />}
          </QueryBoundary>
          <h2>{t(msg("Change"))}</h2>
          <ChangeTarget
            key={`${target.oid} ${version.current}`}
            shown={{ body: target, tag, read }}
            onChanged={setChanged}
            refetch={query.refetch}
            onSheet={setSheet}
          />
        </>
      )}
    </Screen>
  );
}

interface ChangeProps {
  readonly shown: ShownVersion<BackupTarget>;
  /** Whether something is entered that is not saved. */
  readonly onChanged: (isChanged: boolean) => void;
  readonly refetch: () => void;
  readonly onSheet: (sheet: SheetToShow | null) => void;
}

/** The form of a target. It changes the version that it shows, also when others change the target. */
function ChangeTarget({ shown: given, onChanged, refetch, onSheet }: ChangeProps) {
  const [shown] = useState(given);
  const [target, setTarget] = useState(shown.body);
  const save = async (form: NewTarget, { update }: Sending) => {
    const body = changeOf(target, form);
    const request = call("PUT /api/backup/targets/{id}", { id: target.oid, body });
    const hasSecret = form.password !== undefined || form.secretAccessKey !== undefined;
    // A target that moves gets another recovery sheet, which is shown only now.
    if (body.destination !== undefined || hasSecret) return update(request, { needsResponse: true });
    return update(request);
  };
  return (
    <TargetForm
      shown={shown}
      save={save}
      onChanged={onChanged}
      onSaved={(saved, name) => {
        showSuccess(t(msg("Saved: {name}"), { name }));
        if (saved !== null) {
          setTarget(saved.target);
          onSheet(sheetOf(saved));
        }
        refetch();
      }}
    />
  );
}

interface TargetProps {
  readonly target: BackupTarget;
  readonly tag: string | null;
  readonly isLocked: boolean;
  readonly refetch: () => void;
  readonly onSheet: (sheet: SheetToShow | null) => void;
}

function Target({ target, tag, isLocked, refetch, onSheet }: TargetProps) {
  const { oid: id, name, isActive } = target;
  const { run } = useMutation({ after: refetch });
  const setActive = () => {
    const body = { isActive: !isActive };
    return run({
      send: withoutTag(call("PUT /api/backup/targets/{id}", { id, body }), "isActive"),
      onDone: (changed) => onSheet(sheetOf(changed)),
    });
  };
  const remove = () =>
    run({
      question: {
        title: t(msg("Remove {name}?"), { name }),
        text: t(
          msg(
            "No new backups are made there. Those that are there stay, and can be restored with their recovery sheet.",
          ),
        ),
        action: t(msg("Remove")),
        isDangerous: true,
      },
      send: withTag(call("DELETE /api/backup/targets/{id}", { id }), tag),
      done: t(msg("{name} removed."), { name }),
      onDone: () => go("/system/backup"),
    });
  return (
    <Card aria-label={t(msg("State"))} class={styles["target"] ?? ""}>
      <TargetState target={target} />
      <TargetFacts target={target} />
      <TargetActions target={target} refetch={refetch}>
        <Button disabled={isLocked} onClick={setActive}>
          {t(isActive ? msg("Pause") : msg("Resume"))}
        </Button>
        <Button kind="danger-secondary" onClick={remove}>
          {t(msg("Remove"))}
        </Button>
      </TargetActions>
      <ConnectionTest target={target} />
    </Card>
  );
}

const columns = (): readonly Column<BackupRun>[] => [
  { title: t(msg("Time")), isRowHead: true, cell: ({ startedDT }) => when(startedDT) },
  {
    title: t(msg("Result")),
    cell: ({ error }) =>
      error === null ? (
        <Badge tone="success" icon="there">
          {t(msg("Complete"))}
        </Badge>
      ) : (
        <>
          <Badge tone="danger" icon="warning">
            {t(msg("Failed", "backup"))}
          </Badge>{" "}
          {t(backupErrorText(error))}
        </>
      ),
  },
  {
    title: t(msg("Took")),
    number: ({ startedDT, endedDT }) => durationText(Date.parse(endedDT) - Date.parse(startedDT)),
  },
  { title: t(msg("All data")), number: ({ bytes }) => size(bytes) },
  { title: t(msg("New data sent")), number: ({ addedBytes }) => size(addedBytes) },
];

const size = (bytes: number | null) => (bytes === null ? "–" : sizeText(bytes));

/** Tests whether a target can be used, without a backup. */
function ConnectionTest({ target }: { readonly target: BackupTarget }) {
  const [result, setResult] = useState<BackupTargetTest | null>(null);
  const { run, isBusy, problem } = useMutation({ errors: "place" });
  const test = () => {
    setResult(null);
    return run({
      send: call("POST /api/backup/targets/{id}/test", { id: target.oid }),
      onDone: setResult,
    });
  };
  return (
    <div>
      <Button kind="plain" disabled={isBusy} onClick={test}>
        {t(isBusy ? msg("Testing…") : msg("Test the connection"))}
      </Button>
      <div role="status">
        {result !== null && result.error === null && (
          <Banner tone="success">{t(msg("The target responds, and its backups can be opened."))}</Banner>
        )}
        {result !== null && result.error !== null && (
          <Failure target={target} kind={result.error} detail={result.detail} />
        )}
      </div>
      <Problem text={problem} />
    </div>
  );
}
