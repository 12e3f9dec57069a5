import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import type { ApiRequest } from "../../api/call.ts";
import {
  beginStandbyPairing,
  getStandbyState,
  overrideStandby,
  removeStandby,
} from "../../api/console/standby.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { StandbyPairing, StandbyState } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, Cards } from "../../ui/card.tsx";
import { confirm, type Question } from "../../ui/confirm.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { SystemScreen } from "../system/system-screen.tsx";
import { NewPairing } from "./new-pairing.tsx";
import { PairState } from "./pair-state.tsx";
import { UnshippedCard } from "./unshipped.tsx";

const EVERY_S = 5;

/** `#/system/standby`: the state of the standby, and its pairing. */
export function StandbyScreen() {
  const query = useLiveQuery(getStandbyState(), { everySeconds: EVERY_S });
  const [pairing, setPairing] = useState<StandbyPairing | null>(null);
  const { run, isBusy, problem } = useAction();
  const change = <T,>(request: ApiRequest<T>, done: (response: T) => void) =>
    run(async () => {
      done(await requestAsUser(request));
      query.refetch();
    });
  const changeAfter = async (question: Question, request: ApiRequest<unknown>, success: string) => {
    if (await confirm(question)) change(request, () => showSuccess(success));
  };
  const actionOf = (state: StandbyState) => {
    if (mayAdd(state))
      return (
        <Button disabled={isBusy} onClick={() => change(beginStandbyPairing(), setPairing)}>
          {t(TEXTS.add)}
        </Button>
      );
    if (state.mode !== "asking") return null;
    return (
      <Button
        kind="danger"
        disabled={isBusy}
        onClick={() => changeAfter(questions().override, overrideStandby(), t(TEXTS.overridden))}
      >
        {t(TEXTS.override)}
      </Button>
    );
  };
  return (
    <SystemScreen title={t(TEXTS.title)}>
      <QueryBoundary query={query}>
        {(state) => (
          <Cards isWide>
            <Card id="standby-state" title={t(TEXTS.state)}>
              <PairState state={state} />
              {mayAdd(state) && state.pairingEndsDT !== null && (
                <Banner>{t(TEXTS.waiting, { at: when(state.pairingEndsDT) })}</Banner>
              )}
              <Problem text={problem} />
              {actionOf(state) !== null && <p>{actionOf(state)}</p>}
            </Card>
            {state.mode === "superseded" && <UnshippedCard />}
            {(state.mode === "primary" || state.mode === "asking") && !mayAdd(state) && (
              <Card id="standby-remove" title={t(TEXTS.remove)}>
                <p class="muted">{t(TEXTS.removeHow)}</p>
                <p>
                  <Button
                    kind="danger-secondary"
                    disabled={isBusy}
                    onClick={() => changeAfter(questions().remove, removeStandby(), t(TEXTS.removed))}
                  >
                    {t(TEXTS.remove)}
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
    title: t(TEXTS.overrideTitle),
    text: t(TEXTS.overrideText),
    action: t(TEXTS.override),
    isDangerous: true,
  },
  remove: {
    title: t(TEXTS.removeTitle),
    text: t(TEXTS.removeText),
    action: t(TEXTS.remove),
    isDangerous: true,
  },
});

const TEXTS = {
  title: msg("Standby"),
  state: msg("Second machine"),
  add: msg("Add a standby"),
  waiting: msg("A second machine may join until {at}."),
  override: msg("Continue without the standby"),
  overrideTitle: msg("Continue without the standby?"),
  overrideText: msg(
    "Do this only if you are certain that nobody has promoted the standby. Otherwise two servers accept changes, and those of this one are lost to the other.",
  ),
  overridden: msg("This server accepts changes."),
  remove: msg("Remove the standby"),
  removeHow: msg("The second machine keeps its copy and follows no more."),
  removeTitle: msg("Remove the standby?"),
  removeText: msg(
    "From then on no machine takes over if this server fails. The second machine has to join again with an empty data folder.",
  ),
  removed: msg("The standby was removed."),
};
