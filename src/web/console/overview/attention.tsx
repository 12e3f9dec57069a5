import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type {
  BackupTarget,
  CustodyCounts,
  DeviceSummary,
  LoginAlarm,
  LoginLock,
  NoticeMails,
  PrinterSummary,
  RestoreConfirmation,
  ServerStatus,
} from "../../api/types/endpoints.d.ts";
import { today } from "../../custody/due.tsx";
import { day, t, when } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import type { QueryResult } from "../../query/query-state.ts";
import { Icon } from "../../ui/icon.tsx";
import { type TargetProblem, targetProblems } from "../backup/attention.ts";
import { dateText } from "../count-plans/plan-texts.ts";
import { useNoticeMails } from "../notices/use-notice-mails.ts";
import { eventData } from "../realtime/live.ts";
import { StreamBoundary } from "../realtime/stream-boundary.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import {
  lockText,
  pendingCount,
  UnlockButton,
  useLoginAlarm,
  useRestoreConfirmation,
} from "../users/attention.tsx";
import { needsAttention } from "../webhooks/attention.ts";
import { officeProblem, useHeadOffice } from "./head-office.ts";
import { type Conditions, printerProblem } from "./printers.tsx";
import { problemsOfServer } from "./server-health.tsx";

interface AttentionProps {
  readonly conditions: Conditions;
  readonly box: QueryResult<ServerStatus>;
  readonly backups: QueryResult<readonly BackupTarget[]>;
}

interface Line {
  readonly text: string;
  readonly href: string;
  /** An error rather than a pending decision. */
  readonly isFault: boolean;
  /** The user who can be unlocked here. */
  readonly locked?: LoginLock["user"];
}

const fault = (text: string, href: string): Line => ({ text, href, isFault: true });

/** The number of entries that are named per kind. */
const NAMED = 3;

/** Everything that needs attention in one list: errors first, then pending decisions. */
export function Attention({ conditions, box, backups }: AttentionProps) {
  const alarm = useLoginAlarm();
  const restore = useRestoreConfirmation();
  const webhooks = useWebhookProblems();
  const skipped = useSkippedPlans();
  const refill = useRefillNeeds();
  const office = useHeadOffice();
  const mails = useNoticeMails();
  return (
    <section aria-labelledby="waiting-now">
      <h2 id="waiting-now">{t(msg("Needs attention"))}</h2>
      <StreamBoundary of={eventData.approvals}>
        {(approvals) => {
          const server = box.body === null ? [] : problemsOfServer(box.body, box.at ?? 0);
          const lines: readonly Line[] = [
            ...restoreLines(restore.body),
            ...loginLines(alarm.body),
            ...printerLines(eventData.printers.value ?? [], conditions),
            ...webhookLines(webhooks),
            ...skipped,
            ...terminalLines(eventData.devices.value ?? []),
            ...server.filter(({ isFault }) => isFault),
            ...upgradeLines(box.body?.failedUpgrade ?? null),
            ...backupLines(targetProblems(backups.body ?? [])),
            ...officeLines(officeProblem(office)),
            ...mailLines(mails.body),
            ...custodyLines(eventData.custody.value),
            ...refill,
            ...DECISIONS.filter(({ kind }) => approvals[kind] > 0).map(({ kind, href, message }) => ({
              text: t(message, { n: approvals[kind] }),
              href,
              isFault: false,
            })),
            ...server.filter(({ isFault }) => !isFault),
          ];
          if (lines.length === 0) return <p class="muted">{t(msg("Nothing needs attention."))}</p>;
          return (
            <ul class="needs-attention">
              {lines.map(({ text, href, isFault, locked }) => (
                <li key={text} class={isFault ? "error-text" : ""}>
                  {isFault && <Icon name="warning" size={18} />} <a href={href}>{text}</a>
                  {locked && <UnlockButton user={locked} query={alarm} />}
                </li>
              ))}
            </ul>
          );
        }}
      </StreamBoundary>
    </section>
  );
}

function restoreLines(body: RestoreConfirmation | null): readonly Line[] {
  const count = pendingCount(body);
  if (count === 0) return [];
  const text = t(
    msg("{n, plural, one {# user or device} other {# users and devices}} to confirm after the restore"),
    { n: count },
  );
  return [fault(text, "#/people/confirm")];
}

function loginLines(alarm: LoginAlarm | null): readonly Line[] {
  if (alarm === null) return [];
  const lineOf = (user: LoginLock["user"], text: string): Line => ({
    ...fault(`${user.fullName}: ${text}`, `#/people/${user.id}`),
    locked: user,
  });
  const locks = alarm.locks.map((lock) => lineOf(lock.user, lockText(lock)));
  const users = alarm.users.map(({ user, count: n, address }) =>
    lineOf(
      user,
      t(
        msg(
          "{n, plural, one {# wrong PIN or password} other {# wrong PINs and passwords}} within a day (last attempt from {address})",
        ),
        { n, address: address ?? "–" },
      ),
    ),
  );
  if (alarm.failures === null) return [...users, ...locks];
  const { count, last } = alarm.failures;
  const names = named(last.map(({ user, address }) => `${user.fullName} (${address ?? "–"})`));
  const text = t(
    names === ""
      ? msg("{n, plural, one {# wrong PIN or password} other {# wrong PINs and passwords}} in an hour")
      : msg(
          "{n, plural, one {# wrong PIN or password} other {# wrong PINs and passwords}} in an hour, last: {names}",
        ),
    { n: count, names },
  );
  return [fault(text, "#/people"), ...users, ...locks];
}

function printerLines(printers: readonly PrinterSummary[], conditions: Conditions): readonly Line[] {
  const stuck = printers.filter((one) => one.isActive && printerProblem(one, conditions) !== null);
  if (stuck.length === 0) return [];
  const text = t(msg("{n, plural, one {# printer is} other {# printers are}} not printing: {names}"), {
    n: stuck.length,
    names: named(stuck.map(({ name }) => name)),
  });
  return [fault(text, "#/printers")];
}

function custodyLines(custody: CustodyCounts | null): readonly Line[] {
  if (custody === null) return [];
  const { rejected, due } = custody;
  const lines: Line[] = [];
  if (rejected > 0) {
    const text = t(
      msg(
        "{n, plural, one {# hand-over or return of a terminal was} other {# hand-overs and returns of terminals were}} not recorded",
      ),
      { n: rejected },
    );
    lines.push(fault(text, "#/custody"));
  }
  if (due !== null && due < today()) {
    const text = t(msg("Handed-out articles are overdue, the first since {day}"), { day: day(due) });
    lines.push(fault(text, "#/custody?show=overdue"));
  }
  return lines;
}

function webhookLines(names: readonly string[]): readonly Line[] {
  if (names.length === 0) return [];
  const text = t(msg("{n, plural, one {# webhook does} other {# webhooks do}} not deliver: {names}"), {
    n: names.length,
    names: named(names),
  });
  return [fault(text, "#/people/webhooks")];
}

function terminalLines(devices: readonly DeviceSummary[]): readonly Line[] {
  const owing = devices.filter(({ pending }) => pending > 0);
  if (owing.length === 0) return [];
  const count = owing.reduce((sum, { pending }) => sum + pending, 0);
  const text = t(msg("{n, plural, one {# count} other {# counts}} not sent yet: {names}"), {
    n: count,
    names: named(owing.map(({ deviceName }) => deviceName)),
  });
  return [fault(text, "#/people/devices")];
}

function upgradeLines(failed: ServerStatus["failedUpgrade"]): readonly Line[] {
  if (failed === null) return [];
  const { action, version } = failed;
  const text =
    version === null
      ? t(msg("The upgrade has failed"))
      : t(
          action === "return"
            ? msg("Going back to {version} has failed")
            : msg("The upgrade to {version} has failed"),
          { version },
        );
  return [fault(text, "#/system/upgrade")];
}

const backupLines = (problems: readonly TargetProblem[]): readonly Line[] =>
  problems.map(({ oid, text }) => fault(text, `#/system/backup/${oid}`));
const officeLines = (problem: string | null): readonly Line[] =>
  problem === null ? [] : [fault(problem, "#/system")];
function mailLines(mails: NoticeMails | null): readonly Line[] {
  const since = mails?.failingSince ?? null;
  if (since === null) return [];
  return [fault(t(msg("E-mail can't be delivered since {at}"), { at: when(since) }), "#/system/notices")];
}

function named(names: readonly string[]): string {
  return `${names.slice(0, NAMED).join(", ")}${names.length > NAMED ? "…" : ""}`;
}

const DECISIONS = [
  {
    kind: "transfers",
    href: "#/requests/transfers",
    message: msg("{n, plural, one {# transfer request} other {# transfer requests}}"),
  },
  {
    kind: "disposals",
    href: "#/requests/disposals",
    message: msg("{n, plural, one {# disposal request} other {# disposal requests}}"),
  },
  {
    kind: "proposals",
    href: "#/requests/proposals",
    message: msg("{n, plural, one {# proposed asset} other {# proposed assets}}"),
  },
  {
    kind: "inventories",
    href: "#/stocktakes",
    message: msg("{n, plural, one {# stocktake} other {# stocktakes}} to approve"),
  },
] as const;

const EVERY_S = 60;
const NEVER = "1970-01-01";

/** The plans whose last date has made no stocktake, for Managers. */
function useSkippedPlans(): readonly Line[] {
  // The newest run of each plan is always part of the response.
  const request = may("manage") ? call("GET /api/count-plans/runs", { from: NEVER, to: NEVER }) : null;
  const { body } = useLiveQuery(request, { follows: ["stocktakes"], everySeconds: EVERY_S });
  return (body ?? [])
    .filter(({ isLast, outcome }) => isLast && outcome !== "made")
    .map(({ plan, dueDate, outcome, inventory }) => {
      const values = { plan: plan.name, date: dateText(dueDate) };
      if (outcome === "skipped" && inventory !== null) {
        const open = { ...values, stocktake: inventory.name };
        const text = t(msg("{plan}: no stocktake on {date}, because {stocktake} is still open"), open);
        return fault(text, `#/stocktakes/${inventory.oid}`);
      }
      return fault(t(msg("{plan}: nothing to count on {date}"), values), `#/stocktakes/plans/${plan.oid}`);
    });
}

/** What must be refilled, as lines of *Needs attention*: one, or none. */
function useRefillNeeds(): readonly Line[] {
  const { body } = useLiveQuery(call("GET /api/refill-list", { limit: 1 }), {
    follows: ["refill", "articles", "locations"],
  });
  const total = body?.total ?? 0;
  if (total === 0) return [];
  const text = t(
    msg(
      "{n, plural, one {# article is below its minimum stock} other {# articles are below their minimum stock}}",
    ),
    { n: total },
  );
  return [{ text, href: "#/refill", isFault: false }];
}

/** The names of the webhooks that need attention, for Admins. */
function useWebhookProblems(): readonly string[] {
  const { body, at } = useLiveQuery(may("administer") ? call("GET /api/webhooks") : null, {
    everySeconds: EVERY_S,
  });
  return (body ?? []).filter((webhook) => needsAttention(webhook, at ?? 0)).map(({ name }) => name);
}
