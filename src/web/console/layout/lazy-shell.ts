import { signal } from "@preact/signals";
import type { Shell } from "./shell.tsx";

/** The header and the navigation; null: not loaded. The login needs neither. */
export const shell = signal<typeof Shell | null>(null);

/** Loads the shell, once. */
export async function loadShell(): Promise<void> {
  if (shell.peek() !== null) return;
  const { Shell, startKeys } = await import("./shell.tsx");
  if (shell.peek() !== null) return;
  startKeys();
  shell.value = Shell;
}
