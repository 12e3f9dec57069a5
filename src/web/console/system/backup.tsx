import type { ComponentChildren } from "preact";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { BackupTarget, BoxChecks } from "../../api/types/endpoints.d.ts";
import { sizeText } from "../../i18n/size-text.ts";
import { t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card, Cards } from "../../ui/card.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { Progress } from "../../ui/progress.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import styles from "../backup/backup.module.css";
import { type Safety, safetyOf } from "../backup/safety.ts";
import { TargetCard } from "../backup/target-card.tsx";
import { useMutation } from "../forms/mutation.tsx";
import { ICONS } from "../layout/icons.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { SaveBackup } from "./save-backup.tsx";
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
          {(all) => <Automatic targets={all} refetch={targets.refetch} backup={query.body?.backup} />}
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
  readonly refetch: () => void;
  /** The last copy by hand; undefined: not known yet. */
  readonly backup: BoxChecks["backup"] | undefined;
}

/** The answer to "are the data safe?", then the targets. */
function Automatic({ targets, refetch, backup }: AutomaticProps) {
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
          <div class={styles["targets"]}>
            {targets.map((target) => (
              <TargetCard key={target.oid} target={target} refetch={refetch} />
            ))}
          </div>
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

const SCRIPT = "sudo /opt/tallybox/current/scripts/restore";
const FILE = "/media/stick/tallybox-….tar.age";

/** How to restore a backup, as printable steps. */
function HowToRestore() {
  return (
    <section class="restore" aria-labelledby="restore">
      <Toolbar class="restore-title">
        <h2 id="restore">{t(msg("Restore a backup"))}</h2>
        <div class="no-print">
          <ButtonLink href="#/system/backup/restore">{t(msg("Restore in the console"))}</ButtonLink>{" "}
          <Button onClick={() => print()}>{t(msg("Print steps"))}</Button>
        </div>
      </Toolbar>
      <p>
        {t(
          msg(
            "Run these commands on the server ({address}). In this example the downloaded file is on a USB stick.",
          ),
          { address: location.host },
        )}
      </p>
      <ol>
        <Step
          label={t(
            msg(
              "Check the file. This changes neither the file nor the server. If the file is encrypted, the command asks for its passphrase:",
            ),
          )}
        >{`${SCRIPT} ${FILE}`}</Step>
        <li>
          {t(
            msg(
              "The output shows what the file contains, up to which time, and whether it is complete. Continue only if it is complete.",
            ),
          )}
        </li>
        <Step label={t(msg("Stop the server:"))}>sudo systemctl stop tallybox</Step>
        <Step label={t(msg("Restore the backup:"))}>{`${SCRIPT} ${FILE} --into /var/lib/tallybox`}</Step>
        <Step label={t(msg("Start the server:"))}>sudo systemctl start tallybox</Step>
        <li>
          {t(
            msg(
              "Log in to the console as an administrator, with the password, and confirm the users and devices. Until then nobody else is let in.",
            ),
          )}
        </li>
        <li>
          {t(
            msg(
              "The previous data, with all keys, are kept as tallybox.before-<time> and removed after 30 days. You can delete them earlier.",
            ),
          )}
        </li>
        <li>
          {t(
            msg(
              "If the power fails during the restore, run the same command again. The server does not start with a partial restore.",
            ),
          )}
        </li>
      </ol>
      <p class="muted">
        {t(
          msg(
            "On a new machine, install tallybox first. Without an installation, in a checkout: npm run restore -- FILE.",
          ),
        )}
      </p>
    </section>
  );
}

function Step({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <li>
      {label}
      <pre>{children}</pre>
    </li>
  );
}

interface SelfCheckProps {
  readonly checks: BoxChecks;
  readonly refetch: () => void;
}

/** The result of the last self-check, and the button that starts one. */
function SelfCheck({ checks, refetch }: SelfCheckProps) {
  const { selfCheck, isChecking, nextCheckDT } = checks;
  const { run, problem } = useMutation({ after: refetch, errors: "place" });
  return (
    <>
      {selfCheck === null ? (
        <p>{t(msg("No check yet"))}</p>
      ) : (
        <p class={selfCheck.ok ? "" : "error-text"}>
          <Icon name={selfCheck.ok ? "there" : "warning"} size={18} />{" "}
          {selfCheck.ok
            ? t(msg("{at}: no problems in database, log, photos and keys"), { at: when(selfCheck.at) })
            : t(msg("{at}: {n, plural, one {# problem} other {# problems}}"), {
                n: selfCheck.total,
                at: when(selfCheck.at),
              })}
        </p>
      )}
      {selfCheck !== null && selfCheck.problems.length > 0 && (
        <ul>
          {selfCheck.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <div role="status">
        {isChecking && <Progress label={t(msg("Checking… The server stays available."))} />}
      </div>
      <Problem text={problem} />
      <Toolbar>
        <Button disabled={isChecking} onClick={() => run({ send: call("POST /api/box/checks") })}>
          {t(msg("Check now"))}
        </Button>
        {!isChecking && (
          <span class="muted">{t(msg("Next automatic check: {at}"), { at: when(nextCheckDT) })}</span>
        )}
      </Toolbar>
    </>
  );
}

const LOOKS: Readonly<Record<Safety["tone"], IconName>> = {
  success: "there",
  info: ICONS.again,
  warning: "warning",
  danger: "warning",
};

interface SafetyCardProps {
  readonly safety: Safety;
  /** Its next step. */
  readonly children?: ComponentChildren;
}

/** The answer to "are the data safe?", above everything else. */
function SafetyCard({ safety: { tone, title, text }, children }: SafetyCardProps) {
  return (
    <section class={`${styles["safety"]} no-print`} data-tone={tone} aria-labelledby="backup-safety">
      <span class={styles["safetyIcon"]}>
        <Icon name={LOOKS[tone]} size={28} />
      </span>
      <div>
        <h2 id="backup-safety">{title}</h2>
        <p>{text}</p>
        {children}
      </div>
    </section>
  );
}
