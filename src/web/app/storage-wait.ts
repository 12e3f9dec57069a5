import { say } from "../../words.ts";
import { t } from "./words.ts";

/** Ms after which the browser's storage is taken for stuck: another page may hold it, or the browser may be at fault. */
const LIMIT_MS = 8000;

/**
 * Shows a way out while the start waits too long for the browser's storage; the page goes on by itself when the storage answers.
 * Gives what ends the waiting.
 */
export function watchStorage(): () => void {
  let shown: HTMLElement | null = null;
  const timer = setTimeout(() => {
    shown = document.createElement("main");
    shown.className = "page";
    shown.setAttribute("role", "alert");
    const [title, text, button] = ["h1", "p", "button"].map((name) => document.createElement(name));
    if (title === undefined || text === undefined || button === undefined) return;
    title.textContent = t(TEXTS.title);
    text.textContent = t(TEXTS.text);
    button.textContent = t(TEXTS.reload);
    button.addEventListener("click", () => location.reload());
    shown.append(title, text, button);
    document.body.append(shown);
  }, LIMIT_MS);
  return () => {
    clearTimeout(timer);
    shown?.remove();
  };
}

const TEXTS = {
  title: say("The browser's storage is not responding", "Úložiště prohlížeče neodpovídá"),
  text: say(
    "Nothing is lost: what you counted is saved on this device. Close the other tabs of this server, then reload. If that does not help, restart the browser.",
    "Nic se neztratilo: co jste započetli, je uloženo v zařízení. Zavřete ostatní karty tohoto serveru a načtěte stránku znovu. Nepomůže-li to, restartujte prohlížeč.",
  ),
  reload: say("Reload", "Načíst znovu"),
};
