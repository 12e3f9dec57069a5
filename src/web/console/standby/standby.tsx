import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call, type Query } from "../../api/call.ts";
import type { StandbyPairing, StandbyState, UnshippedWrites } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, Cards } from "../../ui/card.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState, Facts } from "../../ui/surfaces.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { useDownload } from "../batch/use-download.ts";
import { useMutation } from "../forms/mutation.tsx";
import { KIND_NAMES } from "../import-export/kinds.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { SystemScreen } from "../system/system-screen.tsx";
import styles from "./standby.module.css";

/** `#/system/standby`: the state of the standby, and its pairing. */
export function StandbyScreen() {
  const query = useLiveQuery(call("GET /api/standby"), { everySeconds: 5 });
  const [pairing, setPairing] = useState<StandbyPairing | null>(null);
  const { run, isBusy, problem } = useMutation({ after: query.refetch, errors: "place" });
  const actionOf = (state: StandbyState) => {
    if (mayAdd(state))
      return (
        <Button
          kind="primary"
          disabled={isBusy}
          onClick={() => run({ send: call("POST /api/standby/pairing"), onDone: setPairing })}
        >
          {t(msg("Add a standby"))}
        </Button>
      );
    if (state.mode !== "asking") return null;
    return (
      <Button
        kind="danger"
        disabled={isBusy}
        onClick={() =>
          run({
            question: questions().override,
            send: call("PUT /api/standby/override"),
            done: t(msg("This server accepts changes.")),
          })
        }
      >
        {t(OVERRIDE)}
      </Button>
    );
  };
  return (
    <SystemScreen title={t(msg("Standby"))}>
      <QueryBoundary query={query}>
        {(state) => (
          <Cards isWide>
            <Card id="standby-state" title={t(msg("Second machine"))}>
              <PairState state={state} />
              {mayAdd(state) && state.pairingEndsDT !== null && (
                <Banner>
                  {t(msg("A second machine may join until {at}."), { at: when(state.pairingEndsDT) })}
                </Banner>
              )}
              <Problem text={problem} />
              {actionOf(state) !== null && <p>{actionOf(state)}</p>}
            </Card>
            {state.mode === "superseded" && <UnshippedCard />}
            {(state.mode === "primary" || state.mode === "asking") && !mayAdd(state) && (
              <Card id="standby-remove" title={t(REMOVE)}>
                <p class="muted">{t(msg("The second machine keeps its copy and follows no more."))}</p>
                <p>
                  <Button
                    kind="danger-secondary"
                    disabled={isBusy}
                    onClick={() =>
                      run({
                        question: questions().remove,
                        send: call("DELETE /api/standby"),
                        done: t(msg("The standby was removed.")),
                      })
                    }
                  >
                    {t(REMOVE)}
                  </Button>
                </p>
              </Card>
            )}
          </Cards>
        )}
      </QueryBoundary>
      {pairing !== null && <NewPairing pairing={pairing} onClose={() => setPairing(null)} />}
    </SystemScreen>
  );
}

/** A server without a standby, also a promoted one. */
const mayAdd = ({ mode, peer }: StandbyState) => mode === "alone" || (mode === "primary" && peer === null);

const questions = () => ({
  override: {
    title: t(msg("Continue without the standby?")),
    text: t(
      msg(
        "Do this only if you are certain that nobody has promoted the standby. Otherwise two servers accept changes, and those of this one are lost to the other.",
      ),
    ),
    action: t(OVERRIDE),
    isDangerous: true,
  },
  remove: {
    title: t(msg("Remove the standby?")),
    text: t(
      msg(
        "From then on no machine takes over if this server fails. The second machine has to join again with an empty data folder.",
      ),
    ),
    action: t(REMOVE),
    isDangerous: true,
  },
});

const OVERRIDE = msg("Continue without the standby");
const REMOVE = msg("Remove the standby");

interface NewPairingProps {
  readonly pairing: StandbyPairing;
  readonly onClose: () => void;
}

/** The text with which a second machine joins, and the code that promotes it. Both are shown once. */
function NewPairing({ pairing: { text, endsDT, promotionCode }, onClose }: NewPairingProps) {
  return (
    <Dialog
      title={t(msg("Add a standby"))}
      onClose={onClose}
      leave={t(msg("Done"))}
      actions={
        <Button kind="primary" onClick={() => print()}>
          {t(msg("Print the code"))}
        </Button>
      }
    >
      <h3>{t(msg("Promotion code"))}</h3>
      <p>
        {t(
          msg(
            "Print it or write it down, and keep it away from both machines. Whoever has it can let the standby take over, also when this server is gone. It cannot be shown again.",
          ),
        )}
      </p>
      <p>
        <code class={styles["secret"]}>{promotionCode}</code>
      </p>
      <div class="no-print">
        <h3>{t(msg("On the second machine"))}</h3>
        <ol>
          <li>{t(msg("Install tallybox of the same version, and do not set it up."))}</li>
          <li>
            {t(
              msg(
                "Open its address in a browser, and choose “Is this the second machine of another server?” below the form.",
              ),
            )}
          </li>
          <li>
            {t(msg("Enter its set-up code and, until {at}, this text:"), { at: when(endsDT) })}
            <pre class={styles["text"]}>{text}</pre>
          </li>
        </ol>
      </div>
    </Dialog>
  );
}

/** What this server is in its pair, and how far the standby is behind. */
function PairState({ state }: { readonly state: StandbyState }) {
  switch (state.mode) {
    case "alone":
      return <NoStandby />;
    case "superseded":
      return (
        <Banner tone="danger">
          <p>
            <b>{t(msg("Another server has taken over from this one."))}</b>
          </p>
          <p>{t(msg("This server accepts no changes any more. Use the other one."))}</p>
          <Addresses state={state} />
        </Banner>
      );
    case "asking":
      return (
        <>
          <Banner tone="warning">
            <p>
              <b>{t(msg("This server accepts no changes yet."))}</b>
            </p>
            <p>
              {t(
                msg(
                  "It has just started, and its standby does not answer: it may have taken over. Start the second machine. This server then continues by itself.",
                ),
              )}
            </p>
          </Banner>
          <PeerFacts state={state} />
        </>
      );
    default:
      return (
        <>
          {state.isFormerInformed === false && (
            <Banner tone="warning">
              {t(
                msg(
                  "The former server does not know yet that this one has taken over. It is informed as soon as it runs and reaches this one.",
                ),
              )}
            </Banner>
          )}
          {state.peer === null ? <NoStandby /> : <PeerFacts state={state} />}
        </>
      );
  }
}

const NoStandby = () => (
  <EmptyState
    icon="same"
    title={t(msg("This server has no standby"))}
    text={t(
      msg(
        "A second machine can copy this server all the time, and take over if it fails. It needs tallybox of the same version, and an empty data folder.",
      ),
    )}
  />
);

function PeerFacts({ state }: { readonly state: StandbyState }) {
  const { peer, lagMs, hasPhotos, version } = state;
  const isConnected = peer?.isConnected === true;
  return (
    <>
      <p>
        <Badge tone={isConnected ? "success" : "danger"}>
          {t(isConnected ? msg("Connected") : msg("Not connected"))}
        </Badge>
      </p>
      {!isConnected && state.mode === "primary" && (
        <Banner tone="warning">
          {t(msg("If this server fails now, what changes from now on is lost to the standby."))}
        </Banner>
      )}
      <Facts
        facts={[
          [t(msg("Address")), <Addresses key="addresses" state={state} />],
          [t(msg("Behind")), lagText(lagMs)],
          [
            t(msg("Photos")),
            isConnected ? t(hasPhotos ? msg("all") : msg("some are still being copied")) : null,
          ],
          [t(msg("Version")), version],
        ]}
      />
    </>
  );
}

const Addresses = ({ state: { peer } }: { readonly state: StandbyState }) => (
  <>{(peer?.addresses ?? []).join(", ")}</>
);

function lagText(lagMs: number | null): string {
  if (lagMs === null) return t(msg("not known"));
  return lagMs < 1000
    ? t(msg("less than a second"))
    : t(msg("{n, plural, one {# second} other {# seconds}}"), { n: Math.round(lagMs / 1000) });
}

/** On a former primary: what it has confirmed and the new one does not have, as files. */
function UnshippedCard() {
  const query = useLiveQuery(call("GET /api/standby/unshipped"), { everySeconds: 5 });
  return (
    <Card id="standby-unshipped" title={t(msg("Only on this server"))}>
      <QueryBoundary query={query}>{(unshipped) => <Unshipped unshipped={unshipped} />}</QueryBoundary>
    </Card>
  );
}

function Unshipped({ unshipped: { sinceDT, writes } }: { readonly unshipped: UnshippedWrites }) {
  const { coming, problem, start } = useDownload();
  if (writes === null || sinceDT === null)
    return <p>{t(msg("The other server has not said yet what it has. Both must be running."))}</p>;
  if (writes === 0) return <p>{t(msg("The other server has everything that this one had confirmed."))}</p>;
  const button = (text: string, file: Query<unknown>, kind?: "primary") => (
    <Button kind={kind} disabled={coming !== null} onClick={() => void start(file)}>
      {text}
    </Button>
  );
  const table = (name: "articles" | "locations") =>
    button(t(KIND_NAMES[name]), call("GET /api/standby/unshipped/tables", { table: name, format: "xlsx" }));
  return (
    <>
      <p>
        {t(
          msg(
            "{n, plural, one {# change was confirmed here after {at} and is missing on the other server.} other {# changes were confirmed here after {at} and are missing on the other server.}}",
          ),
          { n: writes, at: when(sinceDT) },
        )}
      </p>
      <p class="muted">
        {t(
          msg(
            "Download the list, and enter the changes on the other server. It can import the articles and the locations. Counts of terminals are not listed: the terminals send them again.",
          ),
        )}
      </p>
      <Toolbar>
        {button(t(msg("List of changes")), call("GET /api/standby/unshipped/export"), "primary")}
        {table("articles")}
        {table("locations")}
      </Toolbar>
      <Problem text={problem} />
    </>
  );
}
