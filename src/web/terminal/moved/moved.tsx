import { msg } from "../../../domain/message.ts";
import { moved } from "../../api/https-address.ts";
import { isCovered } from "../../api/screen-cover.ts";
import { device } from "../../api/tokens.ts";
import { useStored } from "../../db/use-stored.ts";
import { plural, t } from "../../i18n/translate.ts";
import { countHeld } from "../../offline/outbox/delivery.ts";
import { sendNow } from "../../offline/sender.ts";
import { Icon } from "../../ui/icon.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { FileActions } from "../unsent/file-actions.tsx";

/** The server accepts HTTPS only: what is held here is sent, then the work goes on at the HTTPS address. */
export function MovedScreen() {
  const sending = useAction();
  const held = useStored(countHeld, ["outbox", "errands"]);
  const { counts = 0, others = 0 } = held ?? {};
  const canSend = device.value !== null && !device.value.isRevoked;
  return (
    <Page title={t(TEXTS.title)}>
      <p class="note">{t(TEXTS.why)}</p>
      {counts > 0 && (
        <>
          <p class="note is-warning" role="status">
            {plural(counts, TEXTS.held)} {t(canSend ? TEXTS.sendFirst : TEXTS.cannot)}
          </p>
          <Problem text={sending.problem} />
          <div class="stack">
            {canSend && (
              <button type="button" disabled={sending.isBusy} onClick={() => sending.run(sendNow)}>
                <Icon name="send" />
                {t(TEXTS.send)}
              </button>
            )}
            {!isCovered.value && (
              <a class="button second" href="#/unsent">
                {t(TEXTS.look)}
              </a>
            )}
          </div>
          <FileActions />
        </>
      )}
      {held !== null && counts === 0 && <p role="status">{t(TEXTS.nothing)}</p>}
      {others > 0 && <p class="note is-warning">{plural(others, TEXTS.others)}</p>}
      <Onward address={moved.value?.address ?? null} isNext={counts === 0} />
    </Page>
  );
}

function Onward({ address, isNext }: { readonly address: string | null; readonly isNext: boolean }) {
  return (
    <>
      <h2>{t(TEXTS.onward)}</h2>
      {address === null ? (
        <p class="note is-warning">{t(TEXTS.off)}</p>
      ) : (
        <>
          <p>{t(device.value === null ? TEXTS.logIn : TEXTS.pair)}</p>
          <div class="stack">
            <a class={isNext ? "button" : "button second"} href={`${address}/`}>
              {t(TEXTS.open, { address })}
            </a>
          </div>
          <p>
            <a href="/trust">{t(TEXTS.trust)}</a>
          </p>
        </>
      )}
      <div class="stack">
        <button type="button" class="second" onClick={() => location.reload()}>
          {t(TEXTS.again)}
        </button>
      </div>
    </>
  );
}

const TEXTS = {
  title: msg("New address", "Nová adresa"),
  why: msg(
    "This server now accepts HTTPS only. You cannot log in or count at this address any more.",
    "Tento server nyní přijímá jen HTTPS. Na této adrese se už nelze přihlásit ani počítat.",
  ),
  held: msg(
    "{n} count or photo here is not sent yet.|{n} counts or photos here are not sent yet.",
    "Je zde {n} neodeslaný počet nebo fotka.|Jsou zde {n} neodeslané počty nebo fotky.|Je zde {n} neodeslaných počtů nebo fotek.",
  ),
  sendFirst: msg(
    "Send or answer everything before you leave: the new address does not show it.",
    "Před odchodem vše odešlete nebo zodpovězte: na nové adrese to nebude.",
  ),
  cannot: msg(
    "This device is not paired, so the server takes nothing from here. Save everything to a file for an administrator.",
    "Zařízení není spárované, server proto odsud nic nepřijme. Uložte vše do souboru pro správce.",
  ),
  send: msg("Send now", "Odeslat teď"),
  look: msg("Show unsent entries", "Zobrazit neodeslané"),
  nothing: msg("All counts are sent.", "Všechny počty jsou odeslané."),
  others: msg(
    "{n} label, request or photo of an article was not sent. Enter it again at the new address.|{n} labels, requests or photos of articles were not sent. Enter them again at the new address.",
    "{n} štítek, žádost nebo fotka artiklu se neodeslala. Zadejte ji znovu na nové adrese.|{n} štítky, žádosti nebo fotky artiklů se neodeslaly. Zadejte je znovu na nové adrese.|{n} štítků, žádostí nebo fotek artiklů se neodeslalo. Zadejte je znovu na nové adrese.",
  ),
  onward: msg("Continue over HTTPS", "Pokračujte přes HTTPS"),
  logIn: msg("Log in at the new address.", "Na nové adrese se přihlaste."),
  pair: msg(
    "Pair this terminal again at the new address: ask a Manager for a code.",
    "Na nové adrese terminál znovu spárujte: o kód požádejte vedoucího.",
  ),
  open: msg("Open {address}", "Otevřít {address}"),
  off: msg(
    "HTTPS is off on the server. Ask an administrator.",
    "HTTPS je na serveru vypnuté. Obraťte se na správce.",
  ),
  trust: msg("If the browser shows a security warning", "Pokud prohlížeč zobrazí bezpečnostní varování"),
  again: msg("Check again", "Zkontrolovat znovu"),
};
