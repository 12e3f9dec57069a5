import { msg } from "../../../domain/message.ts";
import { listBackupTargets } from "../../api/console/backup.ts";
import { getServerChecks } from "../../api/console/system.ts";
import type { BackupTarget, BoxChecks } from "../../api/types/endpoints.d.ts";
import { sizeText } from "../../i18n/size-text.ts";
import { t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Card, Cards } from "../../ui/card.tsx";
import { safetyOf } from "../backup/safety.ts";
import { SafetyCard } from "../backup/safety-card.tsx";
import { Targets } from "../backup/targets.tsx";
import { type LiveQuery, useLiveQuery } from "../realtime/use-live-query.ts";
import { HowToRestore } from "./how-to-restore.tsx";
import { SaveBackup } from "./save-backup.tsx";
import { SelfCheck } from "./self-check.tsx";
import { SystemScreen } from "./system-screen.tsx";

const EVERY_S = 5;

/** `#/system/backup`: whether the data are safe, automatic backups, a download, the self-check, how to restore. */
export function BackupScreen() {
  const query = useLiveQuery(getServerChecks(), { everySeconds: EVERY_S });
  const targets = useLiveQuery(listBackupTargets(), { everySeconds: EVERY_S });
  return (
    <SystemScreen title={t(TEXTS.title)}>
      <div class="no-print">
        <QueryBoundary query={targets}>
          {(all) => <Automatic targets={all} query={targets} backup={query.body?.backup} />}
        </QueryBoundary>
        <h2>{t(TEXTS.byHand)}</h2>
      </div>
      <Cards isWide>
        <Card class="backup-save" aria-labelledby="backup-save">
          <h2 id="backup-save" class="no-print">
            {t(TEXTS.save)}
          </h2>
          <QueryBoundary query={query}>
            {({ backup }) => <p class="no-print">{lastBackupText(backup)}</p>}
          </QueryBoundary>
          <SaveBackup onWhole={query.refetch} />
          <p class="muted backup-tool no-print">{t(TEXTS.tool)}</p>
        </Card>
        <Card class="no-print" id="backup-check" title={t(TEXTS.check)}>
          <QueryBoundary query={query}>
            {(checks) => <SelfCheck checks={checks} refetch={query.refetch} />}
          </QueryBoundary>
        </Card>
      </Cards>
      <HowToRestore />
    </SystemScreen>
  );
}

interface AutomaticProps {
  readonly targets: readonly BackupTarget[];
  readonly query: LiveQuery<readonly BackupTarget[]>;
  /** The last copy by hand; undefined: not known yet. */
  readonly backup: BoxChecks["backup"] | undefined;
}

/** The answer to "are the data safe?", then the targets. */
function Automatic({ targets, query, backup }: AutomaticProps) {
  if (backup === undefined) return null;
  const add = (kind: "primary" | "secondary") => (
    <ButtonLink kind={kind} href="#/system/backup/new">
      {t(targets.length === 0 ? TEXTS.setUp : TEXTS.add)}
    </ButtonLink>
  );
  return (
    <>
      <SafetyCard safety={safetyOf(targets, backup)}>{targets.length === 0 && add("primary")}</SafetyCard>
      {targets.length > 0 && (
        <>
          <h2>{t(TEXTS.automatic)}</h2>
          <Targets targets={targets} refetch={query.refetch} />
          <p>{add("secondary")}</p>
        </>
      )}
    </>
  );
}

/** The last backup by hand; automatic ones are shown above. */
function lastBackupText(backup: BoxChecks["backup"]): string {
  if (backup === null) return t(TEXTS.never);
  const at = when(backup.at);
  switch (backup.kind) {
    case "target":
      return t(TEXTS.automaticOne, { at });
    case "folder":
      return t(TEXTS.reported, { at });
    case "download":
      return t(TEXTS.last, { at, size: sizeText(backup.bytes ?? 0) });
  }
}

const TEXTS = {
  title: msg("Backup"),
  automatic: msg("Automatic backups"),
  setUp: msg("Set up automatic backup"),
  add: msg("Add another target"),
  byHand: msg("By hand"),
  save: msg("Download backup", "event"),
  never: msg("No backup yet"),
  last: msg("Last backup: {at}, downloaded, {size}"),
  automaticOne: msg("Last backup: {at}, automatic"),
  reported: msg("Last backup: {at}, copy of the data folder"),
  tool: msg("A backup tool that copies the data folder reports each copy with scripts/backup-done."),
  check: msg("Self-check"),
};
