import { useRef, useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { ApiError, NeedsServer, ServerUnreachable } from "../api/errors.ts";
import { NotLoggedIn } from "../api/tokens.ts";
import { isStorageFull } from "../db/storage-full.ts";
import { recordError } from "../errors/error-queue.ts";
import { t } from "../i18n/translate.ts";
import { Banner } from "./banner.tsx";

/** An action of the user, with its state. */
interface Action {
  /** Starts the action, unless one is running. */
  readonly run: (work: () => Promise<unknown>) => void;
  readonly isBusy: boolean;
  /** The error text of the last action; null: none. */
  readonly problem: string | null;
}

/** Runs one action at a time. `problem` is the text of its error, by `describe`. */
export function useAction(describe: (error: unknown) => string = errorText): Action {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isUnderWay = useRef(false);
  const run = (work: () => Promise<unknown>) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    setProblem(null);
    work()
      .catch((error: unknown) => {
        recordError(error);
        setProblem(describe(error));
      })
      .finally(() => {
        isUnderWay.current = false;
        setBusy(false);
      });
  };
  return { run, isBusy, problem };
}

/** The error text for the user. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError || error instanceof NeedsServer) return error.message;
  if (error instanceof ServerUnreachable) return t(msg("The server is not responding. Try again."));
  if (error instanceof NotLoggedIn) return t(msg("Log in first."));
  if (isStorageFull(error)) return t(msg("This device's storage is full. Nothing was saved."));
  if (isStorageError(error))
    return t(msg("NOT saved: this device's storage has failed. Try again. If that does not help, reload."));
  return t(msg("Something went wrong: {error}"), {
    error: error instanceof Error ? error.message || error.name : String(error),
  });
}

/** Names of the errors of IndexedDB, whose messages are for programmers. */
const STORAGE_ERRORS = [
  "AbortError",
  "ConstraintError",
  "DataError",
  "InvalidStateError",
  "NotFoundError",
  "NotReadableError",
  "ReadOnlyError",
  "TimeoutError",
  "TransactionInactiveError",
  "UnknownError",
  "VersionError",
];

/** True for an error of the device's storage. */
export function isStorageError(error: unknown): boolean {
  return error instanceof DOMException && STORAGE_ERRORS.includes(error.name);
}

/** The error text of an action. Renders nothing visible if `text` is null or empty. */
export function Problem({ text }: { readonly text: string | null }) {
  return <div role="alert">{text ? <Banner tone="danger">{text}</Banner> : null}</div>;
}
