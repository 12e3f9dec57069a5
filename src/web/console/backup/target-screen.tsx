import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call, withoutTag, withTag } from "../../api/call.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { BackupTarget } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { go } from "../../router/router.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { showError, showSuccess } from "../../ui/toast.tsx";
import { problemText } from "../forms/problem.ts";
import { type ShownFields, useTaggedSave } from "../forms/shown-record.tsx";
import type { Tagged } from "../forms/tagged.ts";
import { Screen } from "../layout/screen.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { withRecentPassword } from "../two-step/password-question.tsx";
import styles from "./backup.module.css";
import { ConnectionTest } from "./connection-test.tsx";
import { FIELD_NAMES } from "./destination-fields.tsx";
import { changeOf, type NewTarget } from "./draft.ts";
import { SheetScreen, type SheetToShow, sheetOf } from "./new-target.tsx";
import { RunHistory } from "./run-history.tsx";
import { TargetActions, TargetFacts, TargetState } from "./target-card.tsx";
import { TargetForm } from "./target-form.tsx";
import { retentionText, scheduleText } from "./target-texts.ts";

const EVERY_S = 5;

/** `#/system/backup/7`: a target with its history, and the form to change it. */
export function TargetScreen({ id: text = "" }: Readonly<Record<string, string>>) {
  const id = Number(text);
  const query = useLiveQuery(call("GET /api/backup/targets/{id}", { id }), { everySeconds: EVERY_S });
  const runs = useLiveQuery(call("GET /api/backup/targets/{id}/runs", { id }), { everySeconds: EVERY_S });
  const [sheet, setSheet] = useState<SheetToShow | null>(null);
  if (sheet !== null) return <SheetScreen {...sheet} onDone={() => setSheet(null)} />;
  const { body: target, tag } = query;
  return (
    <Screen
      title={target?.name ?? t(msg("Automatic backup"))}
      above={<a href="#/system/backup">{t(msg("Backup"))}</a>}
    >
      <QueryBoundary query={query}>
        {(one) => <Target target={one} tag={tag} refetch={query.refetch} onSheet={setSheet} />}
      </QueryBoundary>
      {target !== null && (
        <>
          <h2>{t(msg("Past backups"))}</h2>
          <QueryBoundary query={runs} empty={msg("No backup has run yet.")}>
            {(all) => <RunHistory runs={all} />}
          </QueryBoundary>
          <h2>{t(msg("Change"))}</h2>
          <ChangeTarget
            key={target.destination.kind}
            given={{ body: target, tag }}
            refetch={query.refetch}
            onSheet={setSheet}
          />
        </>
      )}
    </Screen>
  );
}

interface ChangeProps {
  readonly given: Tagged<BackupTarget>;
  readonly refetch: () => void;
  readonly onSheet: (sheet: SheetToShow | null) => void;
}

/** The form of a target. It changes the version that it shows, also when others change the target. */
function ChangeTarget({ given, refetch, onSheet }: ChangeProps) {
  const [shown, setShown] = useState(given);
  const { oid: id } = shown.body;
  const update = useTaggedSave({
    read: call("GET /api/backup/targets/{id}", { id }),
    shown,
    valuesOf,
    fieldsOf,
  });
  const save = async (form: NewTarget) => {
    const { schedule = shown.body.schedule, retention = null, uploadLimitKbps = null } = form;
    const typed = {
      name: form.name,
      destination: form.destination,
      retention,
      uploadLimitKbps,
      schedule: { every: schedule.every, atHour: schedule.atHour ?? null },
      hasSecret: form.password !== undefined || form.secretAccessKey !== undefined,
    };
    const body = changeOf(shown.body, form);
    // A target that moves gets another recovery sheet, which is shown only now.
    const needsResponse = body.destination !== undefined || typed.hasSecret;
    const saved = await update(call("PUT /api/backup/targets/{id}", { id, body }), typed, { needsResponse });
    if (saved === "kept") return false;
    showSuccess(t(msg("Saved: {name}"), { name: form.name }));
    if (saved.response !== null) {
      setShown({ body: saved.response.target, tag: null });
      onSheet(sheetOf(saved.response));
    }
    refetch();
    return true;
  };
  return <TargetForm target={shown.body} save={save} />;
}

interface Values
  extends Pick<BackupTarget, "name" | "destination" | "schedule" | "retention" | "uploadLimitKbps"> {
  /** A password or key is entered: nobody can see whether it is the saved one. */
  readonly hasSecret: boolean;
}

const valuesOf = ({ name, destination, schedule, retention, uploadLimitKbps }: BackupTarget): Values => ({
  name,
  destination,
  schedule,
  retention,
  uploadLimitKbps,
  hasSecret: false,
});

const fieldsOf = (values: Values): ShownFields => {
  const { name, schedule, retention, uploadLimitKbps, hasSecret } = values;
  const { kind: _, ...place } = values.destination;
  return [
    [t(FIELD_NAMES.name), name],
    [t(msg("Place")), Object.values(place).filter(Boolean).join(" ")],
    [t(msg("Password or key")), t(hasSecret ? msg("As entered") : msg("As saved"))],
    [t(msg("Schedule")), scheduleText(schedule)],
    [t(msg("Kept backups")), retentionText(retention)],
    [t(msg("Upload limit")), uploadLimitKbps === null ? "" : String(uploadLimitKbps)],
  ];
};

interface TargetProps {
  readonly target: BackupTarget;
  readonly tag: string | null;
  readonly refetch: () => void;
  readonly onSheet: (sheet: SheetToShow | null) => void;
}

function Target({ target, tag, refetch, onSheet }: TargetProps) {
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
      const request = withoutTag(call("PUT /api/backup/targets/{id}", { id, body }), "isActive");
      onSheet(sheetOf(await requestAsUser(request)));
      refetch();
    });
  const remove = async () => {
    const question = {
      title: t(msg("Remove {name}?"), { name }),
      text: t(
        msg(
          "No new backups are made there. Those that are there stay, and can be restored with their recovery sheet.",
        ),
      ),
      action: t(msg("Remove")),
      isDangerous: true,
    };
    if (!(await confirm(question))) return;
    await attempt(async () => {
      await requestAsUser(withTag(call("DELETE /api/backup/targets/{id}", { id }), tag));
      showSuccess(t(msg("{name} removed."), { name }));
      go("/system/backup");
    });
  };
  return (
    <Card aria-label={t(msg("State"))} class={styles["target"] ?? ""}>
      <TargetState target={target} />
      <TargetFacts target={target} />
      <TargetActions target={target} refetch={refetch}>
        <Button kind="secondary" onClick={setActive}>
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
