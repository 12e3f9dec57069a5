import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
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
  const query = useLiveQuery(call("GET /api/box/checks"), { everySeconds: EVERY_S });
  const targets = useLiveQuery(call("GET /api/backup/targets"), { everySeconds: EVERY_S });
  return (
    <SystemScreen title={t(msg("Backup"))}>
      <div class="no-print">
        <QueryBoundary query={targets}>
          {(all) => <Automatic targets={all} query={targets} backup={query.body?.backup} />}
        </QueryBoundary>
        <h2>{t(msg("By hand"))}</h2>
      </div>
      <Cards isWide>
        <Card class="backup-save" aria-labelledby="backup-save">
          <h2 id="backup-save" class="no-print">
            {t(msg("Download backup", "event"))}
          </h2>
          <QueryBoundary query={query}>
            {({ backup }) => <p class="no-print">{lastBackupText(backup)}</p>}
          </QueryBoundary>
          <SaveBackup onWhole={query.refetch} />
          <p class="muted backup-tool no-print">
            {t(msg("A backup tool that copies the data folder reports each copy with scripts/backup-done."))}
          </p>
        </Card>
        <Card class="no-print" id="backup-check" title={t(msg("Self-check"))}>
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
      {t(targets.length === 0 ? msg("Set up automatic backup") : msg("Add another target"))}
    </ButtonLink>
  );
  return (
    <>
      <SafetyCard safety={safetyOf(targets, backup)}>{targets.length === 0 && add("primary")}</SafetyCard>
      {targets.length > 0 && (
        <>
          <h2>{t(msg("Automatic backups"))}</h2>
          <Targets targets={targets} refetch={query.refetch} />
          <p>{add("secondary")}</p>
        </>
      )}
    </>
  );
}

/** The last backup by hand; automatic ones are shown above. */
function lastBackupText(backup: BoxChecks["backup"]): string {
  if (backup === null) return t(msg("No backup yet"));
  const at = when(backup.at);
  switch (backup.kind) {
    case "target":
      return t(msg("Last backup: {at}, automatic"), { at });
    case "folder":
      return t(msg("Last backup: {at}, copy of the data folder"), { at });
    case "download":
      return t(msg("Last backup: {at}, downloaded, {size}"), { at, size: sizeText(backup.bytes ?? 0) });
  }
}
