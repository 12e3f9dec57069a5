import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";

/**
 * Covers the page with a message and buttons. It needs neither the screens nor the storage, because these may be the
 * cause. `save` saves the unsent counts and returns the result as text; null: the page has no counts.
 */
export function coverPage(title: string, text: string, save: (() => Promise<string>) | null): HTMLElement {
  const page = document.createElement("div");
  page.className = "storage-wait";
  page.setAttribute("role", "alertdialog");
  page.setAttribute("aria-label", title);
  const status = part("p", "");
  status.setAttribute("role", "status");
  const actions = part("div", "");
  actions.className = "stack";
  actions.append(button(t(msg("Reload")), "", () => location.reload()));
  if (save !== null) {
    const saveNow = () => {
      status.textContent = t(msg("Reading the counts…"));
      void save().then((text) => {
        status.textContent = text;
      });
    };
    actions.append(button(t(msg("Save unsent counts to a file")), "second", saveNow));
  }
  page.append(part("h1", title), part("p", text), actions, status);
  document.body.append(page);
  return page;
}

function button(text: string, look: string, onTap: () => void): HTMLElement {
  const made = part("button", text);
  made.className = look;
  made.addEventListener("click", onTap);
  return made;
}

function part(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
