import { useState } from "preact/hooks";
import { type Message, msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { connection } from "../../api/connection.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { FolderBundle, UpgradeState } from "../../api/types/endpoints.d.ts";
import { sizeText } from "../../i18n/size-text.ts";
import { number, t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, Cards } from "../../ui/card.tsx";
import { FileField } from "../../ui/file-input.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Progress } from "../../ui/progress.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { type Change, useMutation } from "../forms/mutation.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { SystemScreen } from "./system-screen.tsx";

/** `#/system/upgrade`: upgrade this server to a newer version, and go back to the one before. */
export function UpgradeScreen() {
  const query = useLiveQuery(call("GET /api/upgrade"), { everySeconds: 10 });
  const isRunning = query.body?.progress != null;
  // The same query more often: the server stops in the middle, and the page continues by itself; the folders are being read.
  const isSoon = isRunning || query.body?.folderBundles === null;
  useLiveQuery(isSoon ? call("GET /api/upgrade") : null, { everySeconds: 1 });
  return (
    <SystemScreen title={t(msg("Upgrade", "noun"))}>
      {isRunning && query.body?.progress ? (
        <UpgradeProgress progress={query.body.progress} installed={query.body.installed} />
      ) : (
        <QueryBoundary query={query}>
          {(state) => <Idle state={state} onChange={(next) => query.setResponse(next, null)} />}
        </QueryBoundary>
      )}
    </SystemScreen>
  );
}

interface OnChange {
  readonly onChange: (state: UpgradeState) => void;
}

interface IdleProps extends OnChange {
  readonly state: UpgradeState;
}

function Idle({ state, onChange }: IdleProps) {
  const { installed, isAvailable, unavailableReason, lastResult, previous } = state;
  return (
    <>
      {lastResult !== null && <LastResult result={lastResult} onChange={onChange} />}
      <Cards isWide>
        <Card id="upgrade-version" title={t(msg("New version"))}>
          <p>{t(msg("Version {version} is installed."), { version: installed })}</p>
          {isAvailable ? (
            <NewVersion state={state} onChange={onChange} />
          ) : (
            <p class="muted">
              {t(
                unavailableReason === "noKeys"
                  ? msg(
                      "This server was installed without a signature, so it can't check a new version. Upgrade it on its machine.",
                    )
                  : msg(
                      "This server is not installed as a service of its machine. Whoever started it upgrades it there.",
                    ),
              )}
            </p>
          )}
        </Card>
        {previous !== null && isAvailable && (
          <Card id="upgrade-return" title={t(msg("Previous version"))}>
            <GoBack previous={previous} onChange={onChange} />
          </Card>
        )}
      </Cards>
    </>
  );
}

interface ResultProps extends OnChange {
  readonly result: NonNullable<UpgradeState["lastResult"]>;
}

function LastResult({ result, onChange }: ResultProps) {
  const { isDone, isSeen, message, detail, at } = result;
  const { run, isBusy, problem } = useMutation({ errors: "place" });
  const markSeen = () => run({ send: call("PUT /api/upgrade/seen", { body: { at } }), onDone: onChange });
  return (
    <Banner tone={isDone ? "success" : "danger"} role="status" class="upgrade-result">
      {message} <span class="muted">{when(at)}</span>
      {!isDone && detail !== null && (
        <details>
          <summary>{t(msg("Details for support"))}</summary>
          <p lang="en">{detail}</p>
        </details>
      )}
      {!isSeen && (
        <Button disabled={isBusy} onClick={markSeen}>
          {t(msg("Mark as seen"))}
        </Button>
      )}
      <Problem text={problem} />
    </Banner>
  );
}

/** As long as the server lets an upload last. */
const TIMEOUT_MS = 130_000;

/** The upload of a bundle; then the button that begins the upgrade. */
function NewVersion({ state: { bundle, installed, folderBundles }, onChange }: IdleProps) {
  return bundle === null ? (
    <>
      <UploadBundle onChange={onChange} />
      <FolderBundles bundles={folderBundles ?? []} onChange={onChange} />
    </>
  ) : (
    <Uploaded bundle={bundle} installed={installed} onChange={onChange} />
  );
}

function UploadBundle({ onChange }: OnChange) {
  const { run, isBusy, problem } = useMutation({ errors: "place" });
  const [missing, setMissing] = useState(false);
  const upload = (files: readonly File[]) => {
    const signature = files.find(({ name }) => name.endsWith(".sig"));
    const bundle = files.find((file) => file !== signature);
    setMissing(signature === undefined || bundle === undefined);
    if (signature === undefined || bundle === undefined) return;
    void run({
      async send() {
        const form = new FormData();
        // The text comes first: the server reads the parts in their order.
        form.append("signature", await signature.text());
        form.append("bundle", bundle, bundle.name);
        return requestAsUser(call("POST /api/upgrade/bundle", { body: form }), { timeoutMs: TIMEOUT_MS });
      },
      onDone: onChange,
    });
  };
  return (
    <>
      <p class="muted">
        {t(
          msg(
            "Two files: the bundle for this machine (tallybox-….tar.gz) and its signature (….tar.gz.sig). Choose both at once.",
          ),
        )}
      </p>
      {isBusy ? (
        <div role="status">
          <Progress label={t(msg("Uploading and checking…"))} />
        </div>
      ) : (
        <FileField label={t(msg("Bundle and signature"))} accept=".gz,.sig" isMultiple onFiles={upload} />
      )}
      <Problem text={missing ? t(msg("Choose both files: the bundle and its .sig file.")) : problem} />
    </>
  );
}

interface UploadedProps extends OnChange {
  readonly bundle: NonNullable<UpgradeState["bundle"]>;
  readonly installed: string;
}

function Uploaded({ bundle: { name, bytes, version, uploadedDT }, installed, onChange }: UploadedProps) {
  const { run, isBusy, problem } = useMutation({ errors: "place" });
  const begin: Change<UpgradeState> = {
    question: {
      title: t(msg("Upgrade to {version}?"), { version }),
      text: t(
        msg(
          "The server stops for a minute or a few while version {version} is tried on a copy of the data. Terminals go on counting and send their counts afterwards. If something is wrong, version {installed} runs again with its data.",
        ),
        { version, installed },
      ),
      action: t(msg("Upgrade to {version}"), { version }),
    },
    send: call("PUT /api/upgrade/begin", { body: { version } }),
    onDone: onChange,
  };
  return (
    <>
      <p>
        <b>{t(msg("Version {version} is uploaded, and its signature is right."), { version })}</b>
        <br />
        <span class="muted">{[name, sizeText(bytes), when(uploadedDT)].join(" · ")}</span>
      </p>
      <Toolbar>
        <Button kind="primary" disabled={isBusy} onClick={() => run(begin)}>
          {t(msg("Upgrade to {version}"), { version })}
        </Button>
        <Button
          disabled={isBusy}
          onClick={() => run({ send: call("DELETE /api/upgrade/bundle"), onDone: onChange })}
        >
          {t(msg("Remove"))}
        </Button>
      </Toolbar>
      <Problem text={problem} />
    </>
  );
}

/** A little longer than the server waits for a folder. */
const FOLDER_TIMEOUT_MS = 130_000;

interface FoldersProps extends OnChange {
  readonly bundles: readonly FolderBundle[];
}

/** The bundles in the folders of backup targets, which can be copied instead of an upload. */
function FolderBundles({ bundles, onChange }: FoldersProps) {
  const { run, isBusy, problem } = useMutation({ errors: "place" });
  if (bundles.length === 0) return null;
  const fetchBundle = ({ targetId, name }: FolderBundle) =>
    run({
      send: () =>
        requestAsUser(call("PUT /api/upgrade/fetch", { body: { targetId, name } }), {
          timeoutMs: FOLDER_TIMEOUT_MS,
        }),
      onDone: onChange,
    });
  return (
    <section aria-labelledby="upgrade-folders">
      <h3 id="upgrade-folders">{t(msg("In the folders of your backups"))}</h3>
      {isBusy ? (
        <div role="status">
          <Progress label={t(msg("Copying and checking…"))} />
        </div>
      ) : (
        <ul class="upgrade-folders">
          {bundles.map((bundle) => (
            <li key={`${bundle.targetId}/${bundle.name}`}>
              <span>
                <b>{bundle.version}</b>{" "}
                <span class="muted">{[bundle.targetName, sizeText(bundle.bytes)].join(" · ")}</span>
              </span>
              <Button
                aria-label={t(msg("Use version {version} from {target}"), {
                  version: bundle.version,
                  target: bundle.targetName,
                })}
                onClick={() => fetchBundle(bundle)}
              >
                {t(msg("Use"))}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Problem text={problem} />
    </section>
  );
}

type UpgradeProgressState = NonNullable<UpgradeState["progress"]>;

/** The steps in their order, with what each does. Going back has no bundle to check. */
const STEPS: readonly (readonly [step: string, label: Message])[] = [
  ["requested", msg("Waiting for the machine")],
  ["checking", msg("Checking the signature")],
  ["unpacking", msg("Unpacking the new version")],
  ["copying", msg("Copying the data")],
  ["trying", msg("Trying the version on the copy")],
  ["switching", msg("Switching to the version")],
];
const RETURN_STEPS = STEPS.filter(([step]) => step !== "checking" && step !== "unpacking");

interface ProgressProps {
  readonly progress: UpgradeProgressState;
  readonly installed: string;
}

/** The steps of a running request. The server itself stops in the middle: the page says so, and comes back by itself. */
function UpgradeProgress({ progress, installed }: ProgressProps) {
  const { action, version, step, startedDT } = progress;
  const steps = action === "return" ? RETURN_STEPS : STEPS;
  const present = steps.findIndex(([name]) => name === step);
  const isAway = connection.value === "away";
  const title = t(action === "return" ? msg("Going back to {version}") : msg("Upgrading to {version}"), {
    version: version ?? "…",
  });
  return (
    <Card id="upgrade-progress" title={title}>
      <div role="status">
        <Progress
          label={present === -1 ? t(msg("Working")) : t(steps[present]?.[1] ?? msg("Working"))}
          value={present === -1 ? undefined : present}
          max={steps.length}
        />
        {isAway && (
          <p>
            {t(
              msg(
                "The server does not respond while the version is tried. This page continues by itself. Terminals keep their counts and send them afterwards.",
              ),
            )}
          </p>
        )}
      </div>
      <ol class="upgrade-steps">
        {steps.map(([name, label], index) => (
          <li
            key={name}
            aria-current={index === present ? "step" : undefined}
            class={index > present ? "muted" : ""}
          >
            {index < present ? <Icon name="there" size={18} /> : <span />}
            <span>{t(label)}</span>
          </li>
        ))}
      </ol>
      <p class="muted">
        {t(
          msg(
            "Begun {at}. If something is wrong, version {installed} runs again with its data. You can leave this page.",
          ),
          { installed, at: when(startedDT) },
        )}
      </p>
    </Card>
  );
}

type Previous = NonNullable<UpgradeState["previous"]>;

/** The server counts no further. */
const MAX_COUNTED = 10_000;

interface ReturnProps extends OnChange {
  readonly previous: Previous;
}

/** Going back to the previous version, with what that would lose. */
function GoBack({ previous, onChange }: ReturnProps) {
  const { version, canReturn, keepsData } = previous;
  const { run, isBusy, problem } = useMutation({ errors: "place" });
  const begin: Change<UpgradeState> = {
    question: {
      title: t(msg("Go back to {version}?"), { version }),
      text: `${effectOf(previous)} ${t(msg("The server stops for a minute or a few while the version is tried on a copy."))}`,
      action: t(msg("Go back to {version}"), { version }),
      isDangerous: !keepsData,
    },
    send: call("PUT /api/upgrade/return", { body: { version, keepsData } }),
    onDone: onChange,
  };
  return (
    <>
      <p>{effectOf(previous)}</p>
      {canReturn && (
        <Button
          kind={keepsData ? "secondary" : "danger-secondary"}
          disabled={isBusy}
          onClick={() => run(begin)}
        >
          {t(msg("Go back to {version}"), { version })}
        </Button>
      )}
      <Problem text={problem} />
    </>
  );
}

function effectOf({ version, keepsData, earlierDataDT, lost }: Previous): string {
  if (keepsData)
    return t(msg("Version {version} can go on with the present data. Nothing is lost."), { version });
  if (earlierDataDT === null)
    return t(
      msg(
        "Version {version} can't use the present data, and those from before the upgrade are no longer there. Restore a backup of that time instead.",
      ),
      { version },
    );
  return t(
    msg(
      "Version {version} can't use the present data. It goes on with those of {at}, before the upgrade. Written since then and lost to it: {changes} changes, {counts} counts. They stay in a folder of the machine for 30 days. Users log in again, as after a restore.",
    ),
    {
      version,
      at: when(earlierDataDT),
      changes: counted(lost?.changes ?? 0),
      counts: counted(lost?.counts ?? 0),
    },
  );
}

function counted(count: number): string {
  return count >= MAX_COUNTED ? t(msg("more than {count}"), { count: number(MAX_COUNTED) }) : number(count);
}
