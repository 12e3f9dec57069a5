import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { UpgradeState } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, Cards } from "../../ui/card.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { problemText } from "../forms/problem.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { SystemScreen } from "./system-screen.tsx";
import { NewVersion } from "./upgrade-bundle.tsx";
import { UpgradeProgress } from "./upgrade-progress.tsx";
import { GoBack } from "./upgrade-return.tsx";

const EVERY_S = 10;
const EVERY_S_SOON = 1;

/** `#/system/upgrade`: upgrade this server to a newer version, and go back to the one before. */
export function UpgradeScreen() {
  const query = useLiveQuery(call("GET /api/upgrade"), { everySeconds: EVERY_S });
  const isRunning = query.body?.progress != null;
  // The same query more often: the server stops in the middle, and the page continues by itself; the folders are being read.
  const isSoon = isRunning || query.body?.folderBundles === null;
  useLiveQuery(isSoon ? call("GET /api/upgrade") : null, { everySeconds: EVERY_S_SOON });
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

interface IdleProps {
  readonly state: UpgradeState;
  readonly onChange: (state: UpgradeState) => void;
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

interface ResultProps extends Pick<IdleProps, "onChange"> {
  readonly result: NonNullable<UpgradeState["lastResult"]>;
}

function LastResult({ result, onChange }: ResultProps) {
  const { isDone, isSeen, message, detail, at } = result;
  const { run, isBusy, problem } = useAction(problemText);
  const markSeen = () =>
    run(async () => onChange(await requestAsUser(call("PUT /api/upgrade/seen", { body: { at } }))));
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
        <Button kind="secondary" disabled={isBusy} onClick={markSeen}>
          {t(msg("Mark as seen"))}
        </Button>
      )}
      <Problem text={problem} />
    </Banner>
  );
}
