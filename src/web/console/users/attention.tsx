import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { LoginAlarm, LoginLock, RestoreConfirmation } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { MutationButton } from "../forms/mutation.tsx";
import { type LiveQuery, useLiveQuery } from "../realtime/use-live-query.ts";

/** The locked PINs and held passwords, for Admins. */
export function useLoginAlarm(): LiveQuery<LoginAlarm> {
  return useLiveQuery(may("administer") ? call("GET /api/login-locks") : null, { everySeconds: 30 });
}

/** What is locked, on which device, and the address of the last wrong attempt. */
export function lockText({ secret, where, device, address }: LoginLock): string {
  const from = t(msg("(last attempt from {address})"), { address: address ?? "–" });
  if (secret === "password") {
    const text =
      where === "unknownCallers" || where === "knownCaller"
        ? TEXTS[where]
        : msg("Password held after wrong attempts");
    return `${t(text)} ${from}`;
  }
  if (secret === "secondFactor")
    return `${t(msg("Two-step login locked: somebody knows the password"))} ${from}`;
  const place =
    where === "device"
      ? t(msg("PIN locked on {device}"), { device: device?.name ?? "–" })
      : t(TEXTS[where ?? "noDevice"]);
  return `${place} ${from}`;
}

interface UnlockProps {
  readonly user: LoginLock["user"];
  readonly query: LiveQuery<LoginAlarm>;
}

/** Unlocks a user's PIN and password everywhere. */
export function UnlockButton({ user, query }: UnlockProps) {
  return (
    <MutationButton
      aria-label={t(msg("Unlock {name}"), { name: user.fullName })}
      change={() => ({
        send: call("PUT /api/users/{id}/unlock", { id: user.id }),
        done: t(msg("{name}: PIN and password unlocked."), { name: user.fullName }),
      })}
      after={query.refetch}
    >
      {t(msg("Unlock"))}
    </MutationButton>
  );
}

/** The users and devices to confirm after a restore; not requested for other roles than Admin. */
export function useRestoreConfirmation(): LiveQuery<RestoreConfirmation> {
  return useLiveQuery(may("administer") ? call("GET /api/restore-confirmation") : null, {
    follows: ["users", "devices"],
  });
}

/** The number of users and devices to confirm. */
export function pendingCount(body: RestoreConfirmation | null): number {
  return body === null ? 0 : body.users.length + body.devices.length;
}

const TEXTS = {
  unknownCallers: msg("Password locked for browsers and addresses that the user has not used"),
  knownCaller: msg("Password locked for one browser or address of the user"),
  noDevice: msg("PIN locked without a paired device"),
  newDevices: msg("PIN locked on new devices"),
};
