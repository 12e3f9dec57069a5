import { msg } from "../../../domain/message.ts";
import { moved } from "../../api/https-address.ts";
import { isCovered } from "../../api/screen-cover.ts";
import { device } from "../../api/tokens.ts";
import { useStored } from "../../db/use-stored.ts";
import { t } from "../../i18n/translate.ts";
import { countUnsentTotals } from "../../offline/outbox/unsent.ts";
import { sendNow } from "../../offline/sender.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { FileActions } from "../unsent/unsent-screen.tsx";

/** Shown where the server accepts HTTPS only: sends the unsent counts, then leads to the HTTPS address. */
export function MovedScreen() {
  const sending = useAction();
  const totals = useStored(countUnsentTotals, ["outbox", "errands"]);
  const { counts = 0, custodies = 0, others = 0 } = totals ?? {};
  const canSend = device.value !== null && !device.value.isRevoked;
  return (
    <Page isStart title={t(msg("New address"))}>
      <Banner>
        {t(msg("This server now accepts HTTPS only. You cannot log in or count at this address any more."))}
      </Banner>
      {counts > 0 && (
        <>
          <Banner tone="warning" role="status">
            {t(
              msg(
                "{n, plural, one {# count or photo here is} other {# counts or photos here are}} not sent yet.",
              ),
              { n: counts },
            )}{" "}
            {t(
              canSend
                ? msg("Send or answer everything before you leave: the new address does not show it.")
                : msg(
                    "This device is not paired, so the server takes nothing from here. Save everything to a file for an administrator.",
                  ),
            )}
          </Banner>
          <Problem text={sending.problem} />
          <div class="stack">
            {canSend && (
              <Button
                kind="primary"
                icon="send"
                disabled={sending.isBusy}
                onClick={() => sending.run(sendNow)}
              >
                {t(msg("Send now"))}
              </Button>
            )}
            {!isCovered.value && <ButtonLink href="#/unsent">{t(msg("Show unsent entries"))}</ButtonLink>}
          </div>
        </>
      )}
      {custodies > 0 && (
        <Banner tone="warning">
          {t(
            msg(
              "{n, plural, one {# hand-over or return was not sent. Save it} other {# hand-overs or returns were not sent. Save them}} to a file for an administrator.",
            ),
            { n: custodies },
          )}
        </Banner>
      )}
      {counts + custodies > 0 && <FileActions />}
      {totals !== null && counts === 0 && <p role="status">{t(msg("All counts are sent."))}</p>}
      {others > 0 && (
        <Banner tone="warning">
          {t(
            msg(
              "{n, plural, one {# label, request or photo of an article was not sent. Enter it} other {# labels, requests or photos of articles were not sent. Enter them}} again at the new address.",
            ),
            { n: others },
          )}
        </Banner>
      )}
      <NextSteps address={moved.value?.address ?? null} isNext={counts + custodies === 0} />
    </Page>
  );
}

function NextSteps({ address, isNext }: { readonly address: string | null; readonly isNext: boolean }) {
  return (
    <>
      <h2>{t(msg("Continue over HTTPS"))}</h2>
      {address === null ? (
        <Banner tone="warning">{t(msg("HTTPS is off on the server. Ask an administrator."))}</Banner>
      ) : (
        <>
          <p>
            {t(
              device.value === null
                ? msg("Log in at the new address.")
                : msg("Pair this terminal again at the new address: ask a Manager for a code."),
            )}
          </p>
          <div class="stack">
            <ButtonLink kind={isNext ? "primary" : "secondary"} href={`${address}/`}>
              {t(msg("Open {address}"), { address })}
            </ButtonLink>
          </div>
          <p>
            <a href="/trust">{t(msg("If the browser shows a security warning"))}</a>
          </p>
        </>
      )}
      <div class="stack">
        <Button onClick={() => location.reload()}>{t(msg("Check again"))}</Button>
      </div>
    </>
  );
}
