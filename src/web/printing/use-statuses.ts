import { useEffect, useState } from "preact/hooks";
import { type Message, msg } from "../../domain/message.ts";
import { call } from "../api/call.ts";
import { requestAsUser } from "../api/tokens.ts";
import type { PrinterStatus as Shape } from "../api/types/endpoints.d.ts";
import { nullIfExpected } from "../errors/error-queue.ts";

/** An unreachable printer takes long to report, and browsers open six connections to a server. */
const CONCURRENCY = 2;
const POLL_MS = 8000;

/** Polls the conditions of printers in the given order; absent: not known yet. The screen is shown before they are known. */
export function useStatuses(printerIds: readonly number[]): ReadonlyMap<number, Condition> {
  const [known, setKnown] = useState<ReadonlyMap<number, Condition>>(new Map());
  const key = printerIds.join(",");
  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onCondition = (oid: number, condition: Condition | null) => {
      if (controller.signal.aborted) return;
      setKnown((now) => changed(now, oid, condition));
    };
    const poll = async (): Promise<void> => {
      // A hidden page does not poll.
      const pending = document.hidden ? [] : [...printerIds];
      const worker = async (): Promise<void> => {
        for (let oid = pending.shift(); oid !== undefined; oid = pending.shift()) {
          onCondition(oid, await conditionOf(oid, controller.signal));
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, worker));
      if (!controller.signal.aborted) timer = setTimeout(() => void poll(), POLL_MS);
    };
    void poll();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [key]);
  return known;
}

function changed(
  now: ReadonlyMap<number, Condition>,
  oid: number,
  condition: Condition | null,
): ReadonlyMap<number, Condition> {
  const next = new Map(now);
  if (condition === null) next.delete(oid);
  else next.set(oid, condition);
  return next;
}

async function conditionOf(oid: number, signal: AbortSignal): Promise<Condition | null> {
  // Printing is possible without a condition. The print request then reports the error.
  const request = call("GET /api/printingprinters/{id}/status", { id: oid });
  const found = await requestAsUser(request, { signal }).catch(nullIfExpected);
  return found?.status ?? null;
}

/** The condition that a printer reports. */
export type Condition = Shape["status"];

/** Whether a printer needs attention before it prints. */
export const isStopped = (condition: Condition) => STOPPED_CONDITIONS.indexOf(condition) !== -1;
const STOPPED_CONDITIONS: readonly Condition[] = ["away", "paperOut", "headOpen", "paused"];

/** Names of the conditions. */
export const CONDITIONS: Readonly<Record<Condition, Message>> = {
  ready: msg("Ready", "printer"),
  paperOut: msg("Out of paper"),
  headOpen: msg("Cover open"),
  paused: msg("Paused", "printer"),
  busy: msg("Busy", "printer"),
  away: msg("Not responding"),
  unknown: msg("No status reported"),
};
