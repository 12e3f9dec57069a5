import type { ComponentChildren } from "preact";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { BackupTarget } from "../../api/types/endpoints.d.ts";
import { sizeText } from "../../i18n/size-text.ts";
import { number, t, when } from "../../i18n/translate.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Progress } from "../../ui/progress.tsx";
import { Facts } from "../../ui/surfaces.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { useMutation } from "../forms/mutation.tsx";
import styles from "./backup.module.css";
import { Failure } from "./failure.tsx";
import { proofText } from "./proof-text.ts";
import {
  placeOf,
  proofBadgeOf,
  retentionText,
  type StateBadge,
  scheduleText,
  stateBadgeOf,
  stateText,
} from "./target-texts.ts";

interface TargetProps {
  readonly target: BackupTarget;
  readonly refetch: () => void;
}

/** One target: whether its backups are made and proven, and when the next one is. */
export function TargetCard({ target, refetch }: TargetProps) {
  return (
    <Card title={target.name} isArticle>
      <TargetState target={target} />
      <TargetFacts target={target} />
      <TargetActions target={target} refetch={refetch}>
        <ButtonLink href={`#/system/backup/${target.oid}`}>{t(msg("Details"))}</ButtonLink>
      </TargetActions>
    </Card>
  );
}

/** The state of a target in words, with what to do where something is wrong. */
export function TargetState({ target }: { readonly target: BackupTarget }) {
  const { state, progress, lastRun, proof, proofError, isProving, removalError } = target;
  return (
    <>
      <p class={styles["badges"]}>
        <StateMark badge={stateBadgeOf(target)} />
        {target.lastSuccess !== null && <StateMark badge={proofBadgeOf(target)} />}
      </p>
      <p>{stateText(target)}</p>
      {target.risk !== null && <p class="error-text">{t(TEXTS[target.risk])}</p>}
      {state === "running" && (
        <Progress label={progressText(progress)} {...(progress !== null && { value: progress })} />
      )}
      {lastRun !== null && lastRun.error !== null && state !== "running" && (
        <Failure target={target} kind={lastRun.error} detail={lastRun.detail} />
      )}
      {state !== "never" && <p>{proofText(target)}</p>}
      {proofError !== null && !isProving && (
        <Failure target={target} kind={proofError.error} detail={proofError.detail} what="proof" />
      )}
      {removalError !== null && (
        <Failure target={target} kind={removalError.error} detail={removalError.detail} what="removal" />
      )}
      {proof !== null && !proof.isWhole && (
        <ul>
          {proof.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </>
  );
}

const progressText = (progress: number | null) =>
  progress === null
    ? t(msg("Starting the backup…"))
    : t(msg("{percent}% backed up"), { percent: number(Math.floor(progress * 100)) });

function StateMark({ badge: { text, tone, icon } }: { readonly badge: StateBadge }) {
  return (
    <Badge tone={tone} {...(icon !== undefined && { icon })}>
      {t(text)}
    </Badge>
  );
}

/** Where the backups of a target are, when they are made, and how much they are. */
export function TargetFacts({ target }: { readonly target: BackupTarget }) {
  return <Facts class="facts in-columns is-led" facts={factsOf(target)} />;
}

function factsOf(target: BackupTarget): readonly (readonly [string, string | null])[] {
  const { nextRunDT, lastSuccess, repositoryBytes, growthBytes, state } = target;
  return [
    [t(msg("Where")), placeOf(target)],
    [t(msg("Newest backup")), lastSuccess === null ? t(msg("None yet")) : when(lastSuccess.startedDT)],
    [t(msg("Next backup")), state === "paused" || nextRunDT === null ? "–" : when(nextRunDT)],
    [t(msg("Schedule")), scheduleText(target.schedule)],
    [t(msg("Kept")), retentionText(target.retention)],
    [t(msg("Size there")), repositoryBytes === null ? null : sizeText(repositoryBytes)],
    [t(msg("Growth in 30 days")), lastSuccess === null ? null : sizeText(growthBytes)],
  ];
}

interface ActionsProps extends TargetProps {
  readonly children: ComponentChildren;
}

/** Starts a backup or a test restore now. */
export function TargetActions({ target, refetch, children }: ActionsProps) {
  const { oid: id, state, isProving, lastSuccess } = target;
  const { run, problem } = useMutation({ after: refetch, errors: "place" });
  return (
    <>
      <Problem text={problem} />
      <Toolbar>
        <Button
          disabled={state === "running"}
          onClick={() => run({ send: call("POST /api/backup/targets/{id}/runs", { id }) })}
        >
          {t(msg("Back up now"))}
        </Button>
        <Button
          disabled={isProving || lastSuccess === null}
          onClick={() => run({ send: call("POST /api/backup/targets/{id}/proofs", { id }) })}
        >
          {t(msg("Test restore now"))}
        </Button>
        {children}
      </Toolbar>
    </>
  );
}

const TEXTS = {
  sameDisk: msg("This folder is on the disk of the data: if the disk fails, both are lost."),
  sameMachine: msg("This address is the server itself: if it is lost, so may be the backups."),
};
