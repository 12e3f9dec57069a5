import { type Message, msg } from "../../../domain/message.ts";
import type { OutgoingEventType } from "../../../domain/outgoing-event-types.ts";
import type { DeliveryError, DeliveryState, PauseReason } from "../../../domain/webhook-deliveries.ts";
import { t } from "../../i18n/translate.ts";

/** What each event tells, as a choice. */
export const EVENT_TEXTS = {
  "inventory.closed": msg("Stocktake closed"),
  "article.changed": msg("Article changed"),
  "label.failed": msg("Label not printed"),
  "countPlan.skipped": msg("Count plan skipped"),
  "approval.waiting": msg("Decision needed"),
  "custody.started": msg("Article handed out"),
  "custody.ended": msg("Article taken back"),
  "custody.overdue": msg("Article overdue"),
  "custody.rejected": msg("Hand-over not recorded"),
  "refill.needed": msg("Stock below its minimum"),
  "printer.stuck": msg("Printer stuck"),
  "printer.recovered": msg("Printer prints again"),
  "backup.failed": msg("No backup for 7 days"),
  "backup.unproven": msg("Data damaged or not checked"),
  "certificate.ending": msg("Certificate expires soon"),
  "disk.low": msg("Disk nearly full"),
  "login.alarm": msg("Many wrong PINs and passwords of one person"),
  "standby.failing": msg("Standby away or far behind"),
  "sealing.failing": msg("Stocktake record not sealed"),
  "upgrade.failed": msg("Upgrade failed"),
} as const satisfies Record<OutgoingEventType, Message>;

/** The states of deliveries. */
export const STATE_TEXTS = {
  waiting: msg("Waiting", "delivery"),
  sent: msg("Sent", "delivery"),
  failed: msg("Failed", "delivery"),
} as const satisfies Record<DeliveryState, Message>;

/** Why a webhook sends nothing. */
export const PAUSE_TEXTS = {
  user: msg("Paused. It gets what it has missed when you resume it."),
  gone: msg("Paused: the receiver has responded that it no longer exists (410)."),
  restored: msg(
    "Paused after the restore of a backup. Resume it if this server shall send events to the receiver.",
  ),
} as const satisfies Record<PauseReason, Message>;

const ERROR_TEXTS = {
  address: msg("Webhooks must not use this address."),
  name: msg("The host name was not found."),
  connection: msg("No connection to the receiver."),
  tls: msg("The receiver's certificate is not valid."),
  timeout: msg("No response within 10 s."),
  status: msg("The receiver has not accepted the event."),
  redirect: msg("The receiver redirects to another address. Enter that address."),
  secret: msg("The secret can't be read. Create a new one."),
} as const satisfies Record<DeliveryError, Message>;

/** What came of an attempt. */
interface Attempt {
  readonly status: number | null;
  readonly ms: number | null;
  readonly error: DeliveryError | null;
  readonly detail: string | null;
}

/** What came of an attempt, in a line: `200, 35 ms`, or the reason of the error. */
export function attemptText({ status, ms, error, detail }: Attempt): string {
  const facts = [status, detail, ms !== null && status !== null ? t(msg("{ms} ms"), { ms }) : null];
  const known = facts.filter((one) => one !== null).join(", ");
  if (error === null) return known;
  return known === "" ? t(ERROR_TEXTS[error]) : `${t(ERROR_TEXTS[error])} (${known})`;
}
