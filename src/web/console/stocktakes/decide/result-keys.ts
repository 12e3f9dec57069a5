import { useLayoutEffect, useRef } from "preact/hooks";
import { State } from "../../../../domain/inventory-states.ts";
import { type Decision, decisionsFor } from "../../../../domain/item-decisions.ts";
import { msg } from "../../../../domain/message.ts";
import { type ApiRequest, call, withoutTag } from "../../../api/call.ts";
import { requestAsUser } from "../../../api/tokens.ts";
import type { InventoryDetail, InventoryItem } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { changeQuery } from "../../../router/address.ts";
import { showError } from "../../../ui/toast.tsx";
import { problemText } from "../../forms/problem.ts";
import { hasUnfinishedJob } from "../work.ts";

const WRITES = "input:not([type=checkbox]), textarea, select, [contenteditable=true]";

/** The key of each decision. */
export const KEY_OF_DECISION: Readonly<Record<Decision, string>> = {
  recount: "r",
  keepCount: "c",
  keepDifference: "d",
  settle: "s",
};

/** The items of a page, for the keyboard shortcuts. */
interface KeyedItems {
  readonly inventory: InventoryDetail;
  readonly items: readonly InventoryItem[];
  /** The version of the items. */
  readonly seen: string;
  /** The item whose details are open; null: none. */
  readonly open: number | null;
}

/**
 * Keyboard shortcuts of the results: J and K select the next and previous item, A approves it, R, C, D and S decide
 * on it. An approval or a decision continues with the next item. Open details follow.
 */
export function useResultKeys(page: KeyedItems | null): void {
  const newest = useRef(page);
  newest.current = page;
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      if (newest.current === null || ctrlKey || metaKey || altKey || defaultPrevented) return;
      if (target instanceof Element && target.closest(WRITES) !== null) return;
      if (document.querySelector("dialog[open]") !== null) return;
      if (pressed(event.key, newest.current)) event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

function pressed(key: string, page: KeyedItems): boolean {
  if (key === "j" || key === "k") {
    moveTo(page, neighbourOf(page, key === "j" ? 1 : -1));
    return true;
  }
  const item = page.items.find(({ oid }) => oid === currentOf(page));
  if (item === undefined || hasUnfinishedJob(page.inventory)) return false;
  const decision = decisionsFor(item).find((one) => KEY_OF_DECISION[one] === key);
  if (key === "a" && page.inventory.inventoryStateId === State.Processing) {
    send(page, item, "approve");
    return true;
  }
  if (decision === undefined || page.inventory.inventoryStateId === State.Closed) return false;
  send(page, item, decision);
  return true;
}

/** Sends a decision on the shown version of an item, and continues without waiting. */
function send(page: KeyedItems, { oid, article }: InventoryItem, act: "approve" | Decision): void {
  goToNext(page);
  requestAsUser(requestFor(act, oid, page.seen)).catch((error: unknown) => {
    const problem = problemText(error);
    const name = [article.code, article.name].filter(Boolean).join(" ");
    if (problem !== "") showError(t(msg("{name}: {problem}"), { name, problem }));
  });
}

/** The open item, otherwise that of the focused row. */
function currentOf({ open }: KeyedItems): number | null {
  if (open !== null) return open;
  const row = document.activeElement?.closest("tr")?.querySelector<HTMLAnchorElement>("a[data-row]");
  const found = /item=(\d+)/.exec(row?.hash ?? "")?.[1];
  return found === undefined ? null : Number(found);
}

/** The item at a distance from the present one; the first one without a present one. */
function neighbourOf(page: KeyedItems, step: 1 | -1): number | null {
  const at = page.items.findIndex(({ oid }) => oid === currentOf(page));
  return page.items[at === -1 ? 0 : at + step]?.oid ?? null;
}

/** Focuses the row of the next item, and shows its details if those of this item are open. */
export function goToNext(page: KeyedItems): void {
  moveTo(page, neighbourOf(page, 1) ?? neighbourOf(page, -1));
}

function moveTo({ items, open }: KeyedItems, oid: number | null): void {
  if (oid === null) return;
  if (open !== null) changeQuery({ item: oid }, { replace: true });
  const rows = document.querySelectorAll<HTMLElement>("main [data-row]");
  rows[items.findIndex((item) => item.oid === oid)]?.focus();
}

/** The request to approve or decide an item in the shown version. It fails with 412 after a change. */
export function requestFor(act: "approve" | Decision, id: number, seen: string): ApiRequest<InventoryItem> {
  return withoutTag(
    act === "approve"
      ? call("PUT /api/inventories/items/{id}/approve", { id, seen })
      : call("PUT /api/inventories/items/{id}/decide", { id, seen, body: { decision: act } }),
    "seen",
  );
}
