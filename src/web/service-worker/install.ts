import { signal } from "@preact/signals";

interface InstallPrompt extends Event {
  prompt(): Promise<void>;
}

let prompt: InstallPrompt | null = null;

/** The browser would install the terminal as an app, if somebody wants it. */
export const installable = signal(false);

/** Waits for the browser's offer, to make it where settings are made and not in the middle of a count. */
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

/** Takes up the browser's offer; it holds once. */
export async function install(): Promise<void> {
  const offered = prompt;
  prompt = null;
  installable.value = false;
  await offered?.prompt();
}
