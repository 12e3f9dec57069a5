import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import {
  deleteBackupTarget,
  listBackupRuns,
  listBackupTargets,
  updateBackupTarget,
} from "../../api/console/backup.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { BackupTarget } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { go } from "../../router/router.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { NotFound } from "../../ui/not-found.tsx";
import { showError, showSuccess } from "../../ui/toast.tsx";
import { problemText } from "../forms/problem.ts";
import { Screen } from "../layout/screen.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { withRecentPassword } from "../two-step/password-question.tsx";
import styles from "./backup.module.css";
import { ConnectionTest } from "./connection-test.tsx";
import { changeOf } from "./draft.ts";
import { SheetScreen, type SheetToShow, sheetOf } from "./new-target.tsx";
import { RunHistory } from "./run-history.tsx";
import { TargetActions, TargetFacts, TargetState } from "./target-card.tsx";
import { TargetForm } from "./target-form.tsx";

const EVERY_S = 5;

/** `#/system/backup/7`: a target with its history, and the form to change it. */
export function TargetScreen({ id: text = "" }: Readonly<Record<string, string>>) {
  const id = Number(text);
  const targets = useLiveQuery(listBackupTargets(), { everySeconds: EVERY_S });
  const runs = useLiveQuery(listBackupRuns({ id }), { everySeconds: EVERY_S });
  const [sheet, setSheet] = useState<SheetToShow | null>(null);
  if (sheet !== null) return <SheetScreen {...sheet} onDone={() => setSheet(null)} />;
  const target = targets.body?.find(({ oid }) => oid === id);
  return (
    <Screen title={target?.name ?? t(TEXTS.title)} above={<a href="#/system/backup">{t(TEXTS.backup)}</a>}>
      <QueryBoundary query={targets}>
        {() =>
          target === undefined ? (
            <NotFound />
          ) : (
            <Target target={target} refetch={targets.refetch} onSheet={setSheet} />
          )
        }
      </QueryBoundary>
      {target !== undefined && (
        <>
          <h2>{t(TEXTS.runs)}</h2>
          <QueryBoundary query={runs} empty={TEXTS.noRuns}>
            {(all) => <RunHistory runs={all} />}
          </QueryBoundary>
          <h2>{t(TEXTS.change)}</h2>
          <TargetForm
            key={target.destination.kind}
            target={target}
            save={async (body) => {
              const saved = await requestAsUser(updateBackupTarget({ id, body: changeOf(target, body) }));
              showSuccess(t(TEXTS.saved, { name: body.name }));
              setSheet(sheetOf(saved));
              targets.refetch();
            }}
          />
        </>
      )}
    </Screen>
  );
}

interface TargetProps {
  readonly target: BackupTarget;
  readonly refetch: () => void;
  readonly onSheet: (sheet: SheetToShow | null) => void;
}

function Target({ target, refetch, onSheet }: TargetProps) {
  const { oid: id, name, isActive } = target;
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await withRecentPassword(work);
    } catch (error) {
      showError(problemText(error));
    }
  };
  const setActive = () =>
    attempt(async () => {
      const body = { isActive: !isActive };
      onSheet(sheetOf(await requestAsUser(updateBackupTarget({ id, body }))));
      refetch();
    });
  const remove = async () => {
    const question = {
      title: t(TEXTS.removeTitle, { name }),
      text: t(TEXTS.removeText),
      action: t(TEXTS.remove),
      isDangerous: true,
    };
    if (!(await confirm(question))) return;
    await attempt(async () => {
      await requestAsUser(deleteBackupTarget({ id }));
      showSuccess(t(TEXTS.removed, { name }));
      go("/system/backup");
    });
  };
  return (
    <Card aria-label={t(TEXTS.state)} class={styles["target"] ?? ""}>
      <TargetState target={target} />
      <TargetFacts target={target} />
      <TargetActions target={target} refetch={refetch}>
        <Button kind="secondary" onClick={setActive}>
          {t(isActive ? TEXTS.pause : TEXTS.resume)}
        </Button>
        <Button kind="danger-secondary" onClick={remove}>
          {t(TEXTS.remove)}
        </Button>
      </TargetActions>
      <ConnectionTest target={target} />
    </Card>
  );
}

const TEXTS = {
  title: msg("Automatic backup"),
  backup: msg("Backup"),
  state: msg("State"),
  runs: msg("Past backups"),
  noRuns: msg("No backup has run yet."),
  change: msg("Change"),
  saved: msg("Saved: {name}"),
  pause: msg("Pause"),
  resume: msg("Resume"),
  remove: msg("Remove"),
  removeTitle: msg("Remove {name}?"),
  removeText: msg(
    "No new backups are made there. Those that are there stay, and can be restored with their recovery sheet.",
  ),
  removed: msg("{name} removed."),
};
