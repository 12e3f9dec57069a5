import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { BackupTarget, BackupTargetWithSheet, RecoverySheet } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { go } from "../../router/router.ts";
import { Banner } from "../../ui/banner.tsx";
import { Screen } from "../layout/screen.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { RecoverySheetPage } from "./recovery-sheet.tsx";
import { TargetForm } from "./target-form.tsx";

const EVERY_S = 5;
const INSTALL = "sudo apt install restic";

/** `#/system/backup/new`: adds a target, then shows its recovery sheet. Says first where the server has no restic. */
export function NewTargetScreen() {
  const programs = useLiveQuery(call("GET /api/backup/programs"), { everySeconds: EVERY_S });
  const [created, setCreated] = useState<SheetToShow | null>(null);
  if (created !== null)
    return (
      <SheetScreen
        {...created}
        onDone={() => go(`/system/backup/${created.target.oid}`, { replace: true })}
      />
    );
  return (
    <Screen
      title={t(msg("Set up automatic backup"))}
      above={<a href="#/system/backup">{t(msg("Backup"))}</a>}
    >
      <QueryBoundary query={programs}>
        {({ missing }) =>
          missing.includes("restic") ? (
            <Banner tone="warning" role="status">
              <p>
                {t(
                  msg(
                    "The server has no restic, the program that makes the backups. Install it on the server; this page then goes on by itself.",
                  ),
                )}
              </p>
              <pre>{INSTALL}</pre>
            </Banner>
          ) : (
            <TargetForm
              shown={null}
              hasSsh={!missing.includes("openssh-client")}
              save={(body, { create }) => create(call("POST /api/backup/targets", { body }))}
              onSaved={(saved) => setCreated(sheetOf(saved))}
            />
          )
        }
      </QueryBoundary>
    </Screen>
  );
}

/** A target with the sheet that it got. */
export interface SheetToShow {
  readonly target: BackupTarget;
  readonly sheet: RecoverySheet;
}

/** The sheet of a response; null: the printed one is still valid. */
export const sheetOf = ({ target, recoverySheet }: BackupTargetWithSheet): SheetToShow | null =>
  recoverySheet === null ? null : { target, sheet: recoverySheet };

/** The screen of a sheet that is shown once. */
export function SheetScreen({ target, sheet, onDone }: SheetToShow & { readonly onDone: () => void }) {
  return (
    <Screen title={t(msg("Recovery sheet of {name}"), { name: target.name })}>
      <RecoverySheetPage target={target} sheet={sheet} onDone={onDone} />
    </Screen>
  );
}
