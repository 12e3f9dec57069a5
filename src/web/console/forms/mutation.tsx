import { useRef, useState } from "preact/hooks";
import type { ApiRequest, Query } from "../../api/call.ts";
import { requestAsUser } from "../../api/tokens.ts";
import { ExpectedError, recordError } from "../../errors/error-queue.ts";
import { startAction } from "../../router/router.ts";
import { Button, type LookOf } from "../../ui/button.tsx";
import { confirm, type Question } from "../../ui/confirm.tsx";
import { showError, showSuccess } from "../../ui/toast.tsx";
import { errorText } from "../../ui/use-action.tsx";
import { type Create, requestTagged, useCreation } from "./guarded-requests.ts";
import { NotDone, problemText } from "./problem.ts";
import { withRecentPassword } from "./recent-password.tsx";
import { useIsHere } from "./use-is-here.ts";

/** A change that the user makes without a form: what is asked before, what is sent, and what is told afterwards. */
export interface Change<R = unknown> {
  /** The record that is read before the question: the change is refused where it has another version by then. */
  readonly record?: Query<unknown>;
  /** Asked first; null: there is nothing to ask. As a function: with what it reads. */
  readonly question?: Question | null | (() => Promise<Question | null>);
  /** The request, or what makes it or sends it. It may throw NotDone. */
  readonly send: ApiRequest<R> | ((sending: Sending) => ApiRequest<R> | Promise<R>);
  /** Told in a toast once it is made. */
  readonly done?: string | ((response: R) => string);
  /** The change back, which the toast offers; null: there is none. */
  readonly undo?: (response: R) => Change | null;
  /** It navigates only if the screen on which the change was started is still shown. */
  readonly onDone?: (response: R) => void;
}

/** What a change is sent with. */
interface Sending {
  /** Sends a creation. The same one, sent again after a lost response, happens once. */
  readonly create: Create;
  /** The tag of `record`. */
  readonly tag: string | null;
}

interface MutationOptions {
  /** Reads again what the change may have changed, also after an error. */
  readonly after?: (() => void) | undefined;
  /** Where an error is told. Default: a toast. In its place it is told by the screen that shows `problem`. */
  readonly errors?: "toast" | "place" | undefined;
  /** The text of an expected error. */
  readonly describe?: ((error: unknown) => string) | undefined;
}

/** The changes of a part of a screen, with their state. */
interface Mutation {
  /** Makes a change, unless one is under way. True: it is made. */
  readonly run: <R>(change: Change<R>) => Promise<boolean>;
  readonly isBusy: boolean;
  /** A change is being sent: its question, if it has one, is answered. */
  readonly isSending: boolean;
  /** The error of the last change, with `errors: "place"`; null: none. */
  readonly problem: string | null;
}

/**
 * Makes changes, one at a time: asks before, sends once, asks for the password where the server wants a recent login, tells the result
 * or the error, offers the undo, and reads again what has changed.
 */
export function useMutation(options: MutationOptions = {}): Mutation {
  const { after, errors = "toast", describe = problemText } = options;
  const [isBusy, setBusy] = useState(false);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isUnderWay = useRef(false);
  const isHere = useIsHere();
  const create = useCreation();

  async function make<R>(change: Change<R>, where: typeof errors): Promise<boolean> {
    const { record, question, send, done, undo, onDone } = change;
    const follow = startAction();
    try {
      const tag = record === undefined ? null : (await requestTagged(record)).tag;
      const asked = typeof question === "function" ? await question() : question;
      // What is asked about may have been left while it was read.
      if (asked && !(isHere.current && (await confirm(asked)))) return false;
      setSending(true);
      const response = await withRecentPassword(async () => {
        const sent = typeof send === "function" ? send({ create, tag }) : send;
        return sent instanceof Promise ? sent : requestAsUser(sent);
      }).finally(() => setSending(false));
      const back = undo?.(response) ?? null;
      const text = typeof done === "function" ? done(response) : done;
      if (text !== undefined) showSuccess(text, back && (() => make(back, "toast").then(() => {})));
      follow(() => onDone?.(response));
    } catch (error) {
      const text = failureText(error, describe);
      // The screen that would show it may have been left.
      if (where === "place" && isHere.current) setProblem(text || null);
      else showError(text);
      after?.();
      return false;
    }
    after?.();
    return true;
  }

  async function run<R>(change: Change<R>): Promise<boolean> {
    if (isUnderWay.current) return false;
    isUnderWay.current = true;
    setBusy(true);
    setProblem(null);
    const isMade = await make(change, errors);
    isUnderWay.current = false;
    setBusy(false);
    return isMade;
  }
  return { run, isBusy, isSending, problem };
}

/** The text of the error of a change, by `describe` where it is an expected one; empty: nothing is to be told. */
export function failureText(error: unknown, describe: (error: unknown) => string): string {
  if (error instanceof NotDone) return error.message;
  if (error instanceof ExpectedError) return describe(error);
  recordError(error);
  return errorText(error);
}

interface MutationButtonProps<R> extends Omit<LookOf<"button">, "onClick" | "type">, MutationOptions {
  readonly change: () => Change<R>;
}

/** A button that makes a change. Each has its own: those of other rows can be pressed meanwhile. */
export function MutationButton<R>({ change, after, errors, describe, ...look }: MutationButtonProps<R>) {
  const { run, isBusy } = useMutation({ after, errors, describe });
  return <Button aria-disabled={isBusy || undefined} {...look} onClick={() => run(change())} />;
}
