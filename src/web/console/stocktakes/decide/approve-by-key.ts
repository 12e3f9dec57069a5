import { askAsUser } from "../../../api/tokens.ts";
import { showError } from "../../dialogs/notes.tsx";
import { problemText } from "../../forms/problem.ts";
import { ifUnchanged, type SeenItems } from "./seen-items.ts";

/**
 * The key A approves the item of the focused row, as it is seen, and goes on to the next row. The handler is for an element
 * around the table.
 */
export function approveByKey(seen: SeenItems) {
  return {
    onKeyDown(event: KeyboardEvent) {
      const { target } = event;
      if (event.key !== "a" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!(target instanceof HTMLAnchorElement) || !target.hasAttribute("data-row")) return;
      const oid = Number(/item=(\d+)/.exec(target.hash)?.[1]);
      event.preventDefault();
      const row = target.closest("tr");
      const next = row?.nextElementSibling ?? row?.previousElementSibling;
      next?.querySelector<HTMLElement>("[data-row]")?.focus();
      const path = ifUnchanged(`/api/inventories/items/${oid}/approve`, seen.cursor);
      askAsUser(path, { method: "PUT" }).catch((error: unknown) => showError(problemText(error)));
    },
  };
}
