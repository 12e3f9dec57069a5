import { signal } from "@preact/signals";

interface InstallPrompt extends Event {
  prompt(): Promise<void>;
}

let prompt: InstallPrompt | null = null;

/** The browser offers to install the terminal as an app. */
export const installable = signal(false);

/** Stores the browser's offer, so that it is shown in the settings and not during a count. */
export function startInstall(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    prompt = event as InstallPrompt;
    installable.value = true;
  });
  addEventListener("appinstalled", () => {
    installable.value = false;
  });
}

/** Shows the browser's install prompt, which works once. */
export async function install(): Promise<void> {
  const event = prompt;
  prompt = null;
  installable.value = false;
  await event?.prompt();
}
