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
import { FileActions } from "../unsent/file-actions.tsx";

/** Shown where the server accepts HTTPS only: sends the unsent counts, then leads to the HTTPS address. */
export function MovedScreen() {
  const sending = useAction();
  const totals = useStored(countUnsentTotals, ["outbox", "errands"]);
  const { counts = 0, others = 0 } = totals ?? {};
  const canSend = device.value !== null && !device.value.isRevoked;
  return (
    <Page title={t(TEXTS.title)}>
      <Banner>{t(TEXTS.why)}</Banner>
      {counts > 0 && (
        <>
          <Banner tone="warning" role="status">
            {t(TEXTS.held, { n: counts })} {t(canSend ? TEXTS.sendFirst : TEXTS.cannot)}
          </Banner>
          <Problem text={sending.problem} />
          <div class="stack">
            {canSend && (
              <Button icon="send" disabled={sending.isBusy} onClick={() => sending.run(sendNow)}>
                {t(TEXTS.send)}
              </Button>
            )}
            {!isCovered.value && (
              <ButtonLink kind="secondary" href="#/unsent">
                {t(TEXTS.look)}
              </ButtonLink>
            )}
          </div>
          <FileActions />
        </>
      )}
      {totals !== null && counts === 0 && <p role="status">{t(TEXTS.nothing)}</p>}
      {others > 0 && <Banner tone="warning">{t(TEXTS.others, { n: others })}</Banner>}
      <NextSteps address={moved.value?.address ?? null} isNext={counts === 0} />
    </Page>
  );
}

function NextSteps({ address, isNext }: { readonly address: string | null; readonly isNext: boolean }) {
  return (
    <>
      <h2>{t(TEXTS.onward)}</h2>
      {address === null ? (
        <Banner tone="warning">{t(TEXTS.off)}</Banner>
      ) : (
        <>
          <p>{t(device.value === null ? TEXTS.logIn : TEXTS.pair)}</p>
          <div class="stack">
            <ButtonLink kind={isNext ? "primary" : "secondary"} href={`${address}/`}>
              {t(TEXTS.open, { address })}
            </ButtonLink>
          </div>
          <p>
            <a href="/trust">{t(TEXTS.trust)}</a>
          </p>
        </>
      )}
      <div class="stack">
        <Button kind="secondary" onClick={() => location.reload()}>
          {t(TEXTS.again)}
        </Button>
      </div>
    </>
  );
}

const TEXTS = {
  title: msg("New address"),
  why: msg("This server now accepts HTTPS only. You cannot log in or count at this address any more."),
  held: msg("{n, plural, one {# count or photo here is} other {# counts or photos here are}} not sent yet."),
  sendFirst: msg("Send or answer everything before you leave: the new address does not show it."),
  cannot: msg(
    "This device is not paired, so the server takes nothing from here. Save everything to a file for an administrator.",
  ),
  send: msg("Send now"),
  look: msg("Show unsent entries"),
  nothing: msg("All counts are sent."),
  others: msg(
    "{n, plural, one {# label, request or photo of an article was not sent. Enter it} other {# labels, requests or photos of articles were not sent. Enter them}} again at the new address.",
  ),
  onward: msg("Continue over HTTPS"),
  logIn: msg("Log in at the new address."),
  pair: msg("Pair this terminal again at the new address: ask a Manager for a code."),
  open: msg("Open {address}"),
  off: msg("HTTPS is off on the server. Ask an administrator."),
  trust: msg("If the browser shows a security warning"),
  again: msg("Check again"),
};
