import { type Message, msg } from "../../../domain/message.ts";
import type { RestorePlan } from "../../api/types/endpoints.d.ts";
import { sizeText } from "../../i18n/size-text.ts";
import { dayAndTime, number, t } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, Cards } from "../../ui/card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Progress } from "../../ui/progress.tsx";
import { Facts } from "../../ui/surfaces.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import type { RestoreCalls } from "./use-plan.ts";
import "./restore.css";
import { useState } from "preact/hooks";
import { ApiError } from "../../api/errors.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { PasswordField } from "../../ui/field.tsx";
import { readPassphrase } from "./folder-fields.tsx";

interface PlanProps {
  readonly plan: RestorePlan;
  readonly calls: RestoreCalls;
  /** The confirmation needs the password. */
  readonly needsPassword: boolean;
  /** Null: it was cancelled. */
  readonly onPlan: (plan: RestorePlan | null) => void;
}

/** A restore that has begun: what is being read, what the backup holds, what would be lost, and the confirmation. */
export function PlanView({ plan, calls, needsPassword, onPlan }: PlanProps) {
  const { run, isBusy, problem } = useAction();
  const cancel = () =>
    run(async () => {
      await calls.cancel();
      onPlan(null);
    });
  const isPassphraseAsked = plan.state === "failed" && lacksPassphrase(plan);
  if (plan.state === "confirmed") return <Restarting plan={plan} />;
  return (
    <>
      {plan.state === "reading" && (
        <>
          <p role="status">
            {t(
              msg(
                "The backup is being read and checked. The present data are not touched, and work goes on.",
              ),
            )}
          </p>
          <Progress label={progressText(plan.progress)} value={shareOf(plan.progress)} />
        </>
      )}
      {isPassphraseAsked && <PassphraseForm plan={plan} calls={calls} onPlan={onPlan} />}
      {plan.state === "failed" && !isPassphraseAsked && (
        <Banner tone="danger" role="alert">
          <p>
            <b>{t(msg("This backup can't be restored."))}</b> {plan.error?.message}
          </p>
          {plan.problems.length > 0 && <Problems problems={plan.problems} />}
        </Banner>
      )}
      {plan.state === "ready" && (
        <>
          <Contents plan={plan} />
          {plan.problems.length > 0 && <Problems problems={plan.problems} />}
          <ConfirmForm plan={plan} calls={calls} needsPassword={needsPassword} onPlan={onPlan} />
        </>
      )}
      <Problem text={problem} />
      <Toolbar class="below-table">
        <Button disabled={isBusy} onClick={cancel}>
          {t(plan.state === "reading" ? msg("Cancel") : msg("Choose another backup"))}
        </Button>
      </Toolbar>
    </>
  );
}

function Problems({ problems }: { readonly problems: readonly string[] }) {
  return (
    <ul lang="en" class="restore-problems">
      {problems.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  );
}

function progressText(progress: RestorePlan["progress"]): string {
  if (progress === null) return t(STEPS.fetching);
  const { step, files, fetched } = progress;
  if (fetched !== null) {
    const [done, total] = [sizeText(fetched.bytes), sizeText(fetched.totalBytes)];
    return `${t(STEPS[step])} ${t(msg("{done} of {total}"), { done, total })}`;
  }
  return files === 0
    ? t(STEPS[step])
    : `${t(STEPS[step])} ${t(msg("{n, plural, one {# file} other {# files}}"), { n: files })}`;
}

/** The fetched share from 0 to 1; undefined: not known. */
function shareOf(progress: RestorePlan["progress"]): number | undefined {
  const { bytes = 0, totalBytes = 0 } = progress?.fetched ?? {};
  return totalBytes === 0 ? undefined : bytes / totalBytes;
}

/** The restore is confirmed: the server starts again with the restored data. */
function Restarting({ plan }: { readonly plan: RestorePlan }) {
  return (
    <div role="status">
      <h2>{t(msg("The restore is confirmed"))}</h2>
      <p>
        {t(
          plan.isRestarting
            ? msg("The server starts again with the restored data. This page continues by itself.")
            : msg("Start the server again now. This page continues by itself."),
        )}
      </p>
      <Progress label={t(msg("Waiting for the server…"))} />
    </div>
  );
}

const STEPS = {
  fetching: msg("Fetching the backup…"),
  unpacking: msg("Unpacking…"),
  checking: msg("Checking…"),
  copying: msg("Preparing the data…"),
};

/** What a backup holds, and what a restore would lose. */
function Contents({ plan }: { readonly plan: RestorePlan }) {
  const { holds, upToDT, program, missingPhotos, isOtherInstallation, lostSince } = plan;
  return (
    <>
      {isOtherInstallation === true && (
        <Banner tone="danger" role="alert">
          {t(
            msg(
              "This is not a backup of this server. All data here would be replaced by those of another one.",
            ),
          )}
        </Banner>
      )}
      <Cards isWide>
        <Card id="restore-holds" title={t(msg("What the backup holds"))}>
          <p>
            <Icon name={missingPhotos === 0 ? "there" : "warning"} size={18} />{" "}
            {missingPhotos === 0
              ? t(msg("Complete: database, photos, keys and settings were checked."))
              : t(
                  msg(
                    "{n, plural, one {# photo is} other {# photos are}} missing. Everything else is complete.",
                  ),
                  { n: missingPhotos },
                )}
          </p>
          <Facts
            class="facts in-columns"
            facts={[
              [t(msg("Everything up to")), upToDT === null ? null : <b>{dayAndTime(upToDT)}</b>],
              [t(msg("Company")), holds?.tenants.join(", ") ?? null],
              [t(msg("Articles")), holds === null ? null : number(holds.articles)],
              [t(msg("Stocktakes")), holds === null ? null : number(holds.inventories)],
              [t(msg("Users")), holds === null ? null : number(holds.users)],
              [t(msg("Photos")), holds === null ? null : number(holds.photos)],
              [t(msg("Version")), program],
            ]}
          />
        </Card>
        {lostSince !== null && <Lost lost={lostSince} />}
      </Cards>
    </>
  );
}

type LostSince = NonNullable<RestorePlan["lostSince"]>;

/** What was written after the last change of the backup. */
function Lost({ lost }: { readonly lost: LostSince }) {
  const { fromDT, toDT } = lost;
  const rows = KINDS.filter((kind) => lost[kind] > 0);
  return (
    <Card id="restore-lost" title={t(msg("What would be lost"))}>
      {rows.length === 0 ? (
        <p>
          <Icon name="there" size={18} />{" "}
          {t(msg("Nothing: nothing was changed since {from}."), { from: dayAndTime(fromDT) })}
        </p>
      ) : (
        <>
          <p class="error-text">
            <Icon name="warning" size={18} />{" "}
            {t(msg("Everything that was written between {from} and {to}:"), {
              from: dayAndTime(fromDT),
              to: dayAndTime(toDT),
            })}
          </p>
          <Facts class="facts in-columns" facts={rows.map((kind) => [t(LOST[kind]), number(lost[kind])])} />
          {lost.devices > 0 && (
            <p class="muted">{t(msg("Devices that were paired since then must be paired again."))}</p>
          )}
          {lost.counts > 0 && (
            <p class="muted">
              {t(msg("Terminals send the counts again that they still have, up to 7 days back."))}
            </p>
          )}
        </>
      )}
    </Card>
  );
}

const LOST: Readonly<Record<Exclude<keyof LostSince, "fromDT" | "toDT">, Message>> = {
  counts: msg("Counts"),
  stocktakes: msg("Stocktakes begun or changed"),
  articles: msg("Articles changed"),
  locations: msg("Locations changed"),
  requests: msg("Requests made or decided"),
  custody: msg("Articles handed out or taken back"),
  photos: msg("Photos added or removed"),
  users: msg("Users changed"),
  devices: msg("Devices paired or changed"),
  labels: msg("Labels printed"),
  lists: msg("List entries changed"),
  printers: msg("Printers and label formats changed"),
  settings: msg("Settings changed"),
  notices: msg("Notice settings changed"),
  apiKeys: msg("API keys changed"),
  webhooks: msg("Webhooks changed"),
  targets: msg("Backup targets changed"),
  countPlans: msg("Count plans changed"),
  refillRules: msg("Minimum stock changed"),
  views: msg("Saved views changed"),
  tenants: msg("Companies added"),
};
const KINDS = Object.keys(LOST) as (keyof typeof LOST)[];

/** Confirms a restore, with the password where the user has one. */
function ConfirmForm({ plan, calls, needsPassword, onPlan }: PlanProps) {
  const [isAccepted, setAccepted] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const { run, isBusy, problem } = useAction();
  const onSubmit = (event: Event) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const password = String(new FormData(form).get("password") ?? "");
    run(async () => {
      setWrong(null);
      try {
        onPlan(await calls.confirm(plan.id, isAccepted, password));
      } catch (error) {
        if (!(needsPassword && error instanceof ApiError && error.status === 401)) throw error;
        setWrong(error.message);
      }
    });
  };
  const isIncomplete = plan.missingPhotos > 0;
  return (
    <form onSubmit={onSubmit} class="restore-form">
      <h2>{t(msg("Restore this backup?"))}</h2>
      <ul>
        <li>
          {t(
            msg(
              "The server starts again, which takes about a minute. Terminals keep their counts until then.",
            ),
          )}
        </li>
        {needsPassword && (
          <li>
            {t(msg("The present data are set aside for 30 days, and can be restored in the same way."))}
          </li>
        )}
        <li>
          {t(
            msg("All logins end. An administrator of the backup logs in and confirms the users and devices."),
          )}
        </li>
      </ul>
      {isIncomplete && (
        <Checkbox checked={isAccepted} onValue={setAccepted}>
          {t(msg("Restore without the missing photos"))}
        </Checkbox>
      )}
      {needsPassword && (
        <PasswordField
          name="password"
          label={t(msg("Your password"))}
          problem={wrong ?? undefined}
          isRequired
          required
        />
      )}
      <Problem text={problem} />
      <Button
        kind={needsPassword ? "danger" : "primary"}
        type="submit"
        disabled={isBusy || (isIncomplete && !isAccepted)}
      >
        {t(msg("Restore now"))}
      </Button>
    </form>
  );
}

/** Whether another passphrase may open the copy, which is still there. */
const lacksPassphrase = ({ error }: RestorePlan) =>
  error?.reason === "passphraseWrong" || error?.reason === "passphraseMissing";

/** Asks for the passphrase again where it failed, and reads the same file. */
function PassphraseForm({ plan, calls, onPlan }: Omit<PlanProps, "needsPassword">) {
  const { run, isBusy, problem } = useAction();
  const onSubmit = (event: Event) => {
    event.preventDefault();
    const passphrase = readPassphrase(event.currentTarget as HTMLFormElement);
    run(async () => {
      const begun = await calls.again(plan.source, passphrase);
      if (begun !== null) onPlan(begun);
    });
  };
  return (
    <form onSubmit={onSubmit} noValidate class="restore-form">
      <p>{t(msg("The file is still on the server. Enter its passphrase again."))}</p>
      <PasswordField
        name="passphrase"
        label={t(msg("Passphrase"))}
        problem={plan.error?.message}
        isRequired
        required
      />
      <Problem text={problem} />
      <Button kind="primary" type="submit" disabled={isBusy}>
        {t(msg("Check again"))}
      </Button>
    </form>
  );
}
