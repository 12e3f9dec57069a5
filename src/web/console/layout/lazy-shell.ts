import { signal } from "@preact/signals";
import type { Shell } from "./shell.tsx";

/** The header and the navigation; null: not loaded. The login needs neither. */
export const shell = signal<typeof Shell | null>(null);

/** Loads and starts the shell, once. */
export async function loadShell(): Promise<void> {
  if (shell.peek() !== null) return;
  const { Shell, startShell } = await import("./shell.tsx");
  if (shell.peek() !== null) return;
  startShell();
  shell.value = Shell;
}
