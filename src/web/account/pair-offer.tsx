import { useEffect, useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { askAsUser } from "../api/tokens.ts";
import { t } from "../i18n/translate.ts";
import { clockOf } from "../login/blocked-login.ts";
import { Qr } from "../scanner/label-picture.tsx";
import "./pair-offer.css";

/** A code by which a device is paired. */
export interface Offer {
  readonly code: string;
  readonly qrContent: string;
  /** ISO 8601, by the server's clock; the countdown begins with its answer. */
  readonly expiresAt: string;
  readonly endsAt: number;
}

const LIVES_MS = 10 * 60_000;

/** What is paired by a code: a shared terminal, or a device that acts as this user (absent: who is logged in). */
export type Pairing = { readonly kind: "terminal" } | { readonly kind: "personal"; readonly userId?: number };

/** Makes a pairing code. Throws what `ask` throws. */
export async function anOffer(pairing: Pairing): Promise<Offer> {
  const made = await askAsUser<Omit<Offer, "endsAt">>("/api/device-auth/generate-code", {
    method: "POST",
    body: pairing,
  });
  return { ...made, endsAt: Date.now() + LIVES_MS };
}

/** Seconds that an offer still holds; 0: none. */
export function useLeft(offer: Offer | null): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (offer === null) return undefined;
    setNow(Date.now());
    const ticking = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(ticking);
  }, [offer]);
  const left = offer === null ? 0 : Math.min(offer.endsAt - now, LIVES_MS);
  return Math.max(0, Math.ceil(left / 1000));
}

/** What another device scans to be paired. */
export function ShownOffer({ offer, left }: { readonly offer: Offer; readonly left: number }) {
  const address = `${location.origin}/#/pair/${encodeURIComponent(offer.code)}`;
  return (
    <>
      <p role="timer" aria-live="off">
        {t(TEXTS.left, { time: clockOf(left) })}
      </p>
      <div class="offer-ways">
        <section>
          <h2>{t(TEXTS.first)}</h2>
          <Qr text={address} name={t(TEXTS.addressQr)} />
          <p class="code">{address}</p>
        </section>
        <section>
          <h2>{t(TEXTS.second)}</h2>
          <Qr text={offer.qrContent} name={t(TEXTS.codeQr)} />
          <p class="code big-code">{offer.code}</p>
        </section>
      </div>
    </>
  );
}

/** What is said around an offer. */
export const OFFER_TEXTS = {
  paired: msg("Paired: {name}"),
  over: msg("The code has expired."),
  another: msg("Create new code"),
  away: msg("The server is not responding. Codes are created by the server."),
};

const TEXTS = {
  left: msg("Code expires in {time}."),
  first: msg("1. With the camera of the new device"),
  second: msg("2. Or on its pairing screen"),
  addressQr: msg("QR code with the server address and the pairing code"),
  codeQr: msg("QR code with the pairing code"),
};
