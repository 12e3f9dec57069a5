// Messages between the server and its launcher (launcher-process.ts), over the channel of node:child_process.

/** Starts a program, or sends it a signal. `id` names it from then on. */
export type LauncherRequest =
  | {
      readonly id: number;
      readonly start: {
        readonly command: readonly string[];
        readonly cwd: string | undefined;
        readonly env: Readonly<Record<string, string | undefined>>;
      };
    }
  | { readonly id: number; readonly signal: NodeJS.Signals };

/** What a program does. After `closed` or `error` nothing follows. */
export type LauncherEvent =
  | { readonly id: number; readonly pid: number }
  | { readonly id: number; readonly stream: "stdout" | "stderr"; readonly chunk: Uint8Array }
  | { readonly id: number; readonly closed: readonly [status: number | null, signal: NodeJS.Signals | null] }
  | { readonly id: number; readonly error: string };
