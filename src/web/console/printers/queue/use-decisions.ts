import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import type { PrintRequest } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { showSuccess } from "../../../ui/toast.tsx";
import { type BatchProgress, useBatch } from "../../batch/batch.tsx";
import { problemText } from "../../forms/problem.ts";
import { printedSubject } from "./columns.tsx";
import { confirmDecision, type Decision, decide } from "./decide.ts";

/** A print request whose decision failed. */
interface FailedDecision {
  readonly oid: number;
  readonly what: string;
  /** The server's message. */
  readonly message: string;
}

interface Decisions {
  readonly progress: BatchProgress | null;
  readonly refused: readonly FailedDecision[];
  /**
   * Applies the action to each request, after a confirmation if needed; true: it was confirmed, with whatever result.
   */
  run(decision: Decision, requests: readonly PrintRequest[]): Promise<boolean>;
  cancel(): void;
  forget(): void;
}

/** Actions on one or more requests, with progress and errors. */
export function useDecisions(): Decisions {
  const long = useBatch<PrintRequest>();
  const [refused, setRefused] = useState<readonly FailedDecision[]>([]);
  return {
    progress: long.progress,
    refused,
    cancel: long.cancel,
    forget: () => setRefused([]),
    async run(decision, requests) {
      setRefused([]);
      if (requests.length === 0 || !(await confirmDecision(decision, requests))) return false;
      const { done, failed } = await long.run(requests, ({ oid }) => decide(oid, decision));
      if (done.length > 0)
        showSuccess(
          t(
            decision === "retry"
              ? msg("{n, plural, one {# request is} other {# requests are}} back in the queue.")
              : msg("{n, plural, one {# request} other {# requests}} cancelled."),
            { n: done.length },
          ),
        );
      setRefused(
        failed.map(({ item, error }) => ({
          oid: item.oid,
          what: printedSubject(item),
          message: problemText(error),
        })),
      );
      return true;
    },
  };
}
