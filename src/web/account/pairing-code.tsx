import { useEffect, useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { call } from "../api/call.ts";
import { requestAsUser } from "../api/tokens.ts";
import type { DeviceToken, OwnDevice } from "../api/types/endpoints.d.ts";
import { t } from "../i18n/translate.ts";
import { clockOf } from "../login/blocked-login.tsx";
import { Qr } from "../scanner/qr.tsx";
import "./pairing-code.css";

/** A pairing code. */
export interface PairingCode {
  readonly code: string;
  readonly qrContent: string;
  /** ISO 8601, by the server's clock. The countdown starts with the response. */
  readonly expiresAt: string;
  readonly endsAt: number;
}

const VALID_MS = 10 * 60_000;

/** The kind of pairing: a shared terminal, or a device that acts as a user (absent: the current user). */
export type Pairing = { readonly kind: "terminal" } | { readonly kind: "personal"; readonly userId?: number };

/** Creates a pairing code. Throws ServerUnreachable, ApiError or NotLoggedIn. */
export async function createPairingCode(pairing: Pairing): Promise<PairingCode> {
  const response = await requestAsUser(call("POST /api/device-auth/generate-code", { body: pairing }));
  return { ...response, endsAt: Date.now() + VALID_MS };
}

/** Seconds until a pairing code expires; 0: no valid code. */
export function useSecondsLeft(offer: PairingCode | null): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (offer === null) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [offer]);
  const seconds = offer === null ? 0 : Math.min(offer.endsAt - now, VALID_MS);
  return Math.max(0, Math.ceil(seconds / 1000));
}

/** The QR codes that another device scans to be paired. */
export function PairingCodeView({
  offer,
  left: seconds,
}: {
  readonly offer: PairingCode;
  readonly left: number;
}) {
  const address = `${location.origin}/#/pair/${encodeURIComponent(offer.code)}`;
  return (
    <>
      <p role="timer" aria-live="off">
        {t(msg("Code expires in {time}."), { time: clockOf(seconds) })}
      </p>
      <div class="pairing-options">
        <section>
          <h2>{t(msg("1. With the camera of the new device"))}</h2>
          <Qr text={address} name={t(msg("QR code with the server address and the pairing code"))} />
          <p class="code">{address}</p>
        </section>
        <section>
          <h2>{t(msg("2. Or on its pairing screen"))}</h2>
          <Qr text={offer.qrContent} name={t(msg("QR code with the pairing code"))} />
          <p class="code big-code">{offer.code}</p>
        </section>
      </div>
    </>
  );
}

/** Texts for pairing. */
export const PAIRING_TEXTS = {
  paired: msg("Paired: {name}"),
  over: msg("The code has expired."),
  another: msg("Create new code"),
  away: msg("The server is not responding. Codes are created by the server."),
};

/** Lists the user's own paired devices, newest first. Throws ServerUnreachable, ApiError or NotLoggedIn. */
export const ownDevices = (): Promise<readonly DeviceToken[]> =>
  requestAsUser(call("GET /api/device-auth/tokens"));

/** Lists all paired devices of the tenant, for Admins. Throws like `ownDevices`. */
export const allDevices = (): Promise<readonly DeviceToken[]> =>
  requestAsUser(call("GET /api/device-auth/tokens", { all: true }));

/** Turns a personal device into a shared terminal. Throws like `ownDevices`. */
export const makeShared = (id: number): Promise<OwnDevice> =>
  requestAsUser(call("PUT /api/device-auth/tokens/{id}", { id, body: { kind: "terminal" } }));

/** Ends a pairing. Throws like `ownDevices`. */
export const endPairing = (id: number): Promise<null> =>
  requestAsUser(call("DELETE /api/device-auth/tokens/{id}", { id }));
