import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { type ApiRequest, call } from "../../api/call.ts";
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
  const query = useLiveQuery(call("GET /api/standby"), { everySeconds: EVERY_S });
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
        <Button disabled={isBusy} onClick={() => change(call("POST /api/standby/pairing"), setPairing)}>
          {t(msg("Add a standby"))}
        </Button>
      );
    if (state.mode !== "asking") return null;
    return (
      <Button
        kind="danger"
        disabled={isBusy}
        onClick={() =>
          changeAfter(
            questions().override,
            call("PUT /api/standby/override"),
            t(msg("This server accepts changes.")),
          )
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
                      changeAfter(
                        questions().remove,
                        call("DELETE /api/standby"),
                        t(msg("The standby was removed.")),
                      )
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
