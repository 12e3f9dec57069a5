import { msg } from "../../../domain/message.ts";
import type {
  DeviceSummary,
  LoginAlarm,
  LoginLock,
  PrinterSummary,
  RestoreConfirmation,
} from "../../api/types/endpoints.d.ts";
import { plural, t } from "../../i18n/translate.ts";
import type { Answer } from "../../query/use-query.ts";
import { Icon } from "../../ui/icon.tsx";
import { eventData } from "../realtime/live.ts";
import { Told } from "../realtime/stream-boundary.tsx";
import { lockText, useLoginAlarm } from "../users/login-locks.ts";
import { pendingCount, useRestoreConfirmation } from "../users/restore-pending.ts";
import { UnlockButton } from "../users/unlock-button.tsx";
import { type Conditions, whyNot } from "./printer-state.ts";
import { problemsOfServer } from "./server-health.tsx";
import type { ServerReport } from "./shapes.ts";

interface AttentionProps {
  readonly conditions: Conditions;
  readonly box: Answer<ServerReport>;
}

interface Line {
  readonly words: string;
  readonly href: string;
  /** A fault, not only a pending decision. */
  readonly isFault: boolean;
  /** Who can be unlocked here. */
  readonly locked?: LoginLock["user"];
}

/** So many are named of a kind. */
const NAMED = 3;

/** Everything that needs attention in one list: faults first, then pending decisions. */
export function Attention({ conditions, box }: AttentionProps) {
  const alarm = useLoginAlarm();
  const restore = useRestoreConfirmation();
  return (
    <section aria-labelledby="waiting-now">
      <h2 id="waiting-now">{t(TEXTS.title)}</h2>
      <Told of={eventData.approvals}>
        {(approvals) => {
          const lines: readonly Line[] = [
            ...ofRestore(restore.body),
            ...ofLogins(alarm.body),
            ...ofPrinters(eventData.printers.value ?? [], conditions),
            ...ofTerminals(eventData.devices.value ?? []),
            ...ofBox(box),
            ...DECISIONS.filter(({ kind }) => approvals[kind] > 0).map(({ kind, href, words }) => ({
              words: plural(approvals[kind], words),
              href,
              isFault: false,
            })),
          ];
          if (lines.length === 0) return <p class="quiet">{t(TEXTS.none)}</p>;
          return (
            <ul class="waiting-now">
              {lines.map(({ words, href, isFault, locked }) => (
                <li key={words} class={isFault ? "fault" : ""}>
                  {isFault && <Icon name="warning" size={18} />} <a href={href}>{words}</a>
                  {locked && <UnlockButton user={locked} answer={alarm} />}
                </li>
              ))}
            </ul>
          );
        }}
      </Told>
    </section>
  );
}

function ofRestore(body: RestoreConfirmation | null): readonly Line[] {
  const count = pendingCount(body);
  if (count === 0) return [];
  return [{ words: plural(count, TEXTS.restored), href: "#/people/confirm", isFault: true }];
}

function ofLogins(alarm: LoginAlarm | null): readonly Line[] {
  if (alarm === null) return [];
  const locks = alarm.locks.map((lock) => ({
    words: `${lock.user.fullName}: ${lockText(lock)}`,
    href: `#/people/${lock.user.id}`,
    isFault: true,
    locked: lock.user,
  }));
  if (alarm.failures === null) return locks;
  const { count, last } = alarm.failures;
  const names = named(last.map(({ user, address }) => `${user.fullName} (${address ?? "–"})`));
  const words = plural(count, names === "" ? TEXTS.failures : TEXTS.failuresOf, { names });
  return [{ words, href: "#/people", isFault: true }, ...locks];
}

function ofPrinters(printers: readonly PrinterSummary[], conditions: Conditions): readonly Line[] {
  const stuck = printers.filter((one) => one.isActive && whyNot(one, conditions) !== null);
  if (stuck.length === 0) return [];
  const words = plural(stuck.length, TEXTS.printers, { names: named(stuck.map(({ name }) => name)) });
  return [{ words, href: "#/printers", isFault: true }];
}

function ofTerminals(devices: readonly DeviceSummary[]): readonly Line[] {
  const owing = devices.filter(({ pending }) => pending > 0);
  if (owing.length === 0) return [];
  const count = owing.reduce((sum, { pending }) => sum + pending, 0);
  const words = plural(count, TEXTS.unsent, { names: named(owing.map(({ deviceName }) => deviceName)) });
  return [{ words, href: "#/people/devices", isFault: true }];
}

function ofBox({ body, at }: Answer<ServerReport>): readonly Line[] {
  if (body === null) return [];
  return problemsOfServer(body, at ?? 0).map((words) => ({ words, href: "#/system", isFault: true }));
}

function named(names: readonly string[]): string {
  return `${names.slice(0, NAMED).join(", ")}${names.length > NAMED ? "…" : ""}`;
}

const DECISIONS = [
  {
    kind: "transfers",
    href: "#/requests/transfers",
    words: msg(
      "{n} transfer request|{n} transfer requests",
      "{n} žádost o převod|{n} žádosti o převod|{n} žádostí o převod",
    ),
  },
  {
    kind: "disposals",
    href: "#/requests/disposals",
    words: msg(
      "{n} disposal request|{n} disposal requests",
      "{n} žádost o vyřazení|{n} žádosti o vyřazení|{n} žádostí o vyřazení",
    ),
  },
  {
    kind: "proposals",
    href: "#/requests/proposals",
    words: msg(
      "{n} proposed asset|{n} proposed assets",
      "{n} návrh majetku|{n} návrhy majetku|{n} návrhů majetku",
    ),
  },
  {
    kind: "inventories",
    href: "#/stocktakes",
    words: msg(
      "{n} stocktake to approve|{n} stocktakes to approve",
      "{n} inventura ke schválení|{n} inventury ke schválení|{n} inventur ke schválení",
    ),
  },
] as const;
const TEXTS = {
  title: msg("Needs attention", "Vyžaduje pozornost"),
  none: msg("Nothing needs attention.", "Nic nevyžaduje pozornost."),
  restored: msg(
    "{n} user or device to confirm after the restore|{n} users and devices to confirm after the restore",
    "{n} uživatel nebo zařízení k potvrzení po obnově|{n} uživatelé a zařízení k potvrzení po obnově|{n} uživatelů a zařízení k potvrzení po obnově",
  ),
  printers: msg(
    "{n} printer is not printing: {names}|{n} printers are not printing: {names}",
    "{n} tiskárna netiskne: {names}|{n} tiskárny netisknou: {names}|{n} tiskáren netiskne: {names}",
  ),
  failures: msg(
    "{n} wrong PIN or password in an hour|{n} wrong PINs and passwords in an hour",
    "{n} chybný PIN nebo heslo za hodinu|{n} chybné PINy a hesla za hodinu|{n} chybných PINů a hesel za hodinu",
  ),
  failuresOf: msg(
    "{n} wrong PIN or password in an hour, last: {names}|{n} wrong PINs and passwords in an hour, last: {names}",
    "{n} chybný PIN nebo heslo za hodinu, naposledy: {names}|{n} chybné PINy a hesla za hodinu, naposledy: {names}|{n} chybných PINů a hesel za hodinu, naposledy: {names}",
  ),
  unsent: msg(
    "{n} count not sent yet: {names}|{n} counts not sent yet: {names}",
    "{n} počet zatím neodeslán: {names}|{n} počty zatím neodeslány: {names}|{n} počtů zatím neodesláno: {names}",
  ),
};
