import { useRef, useState } from "preact/hooks";
import { printTestLabel } from "../../api/console/printing.ts";
import { ApiError } from "../../api/errors.ts";
import { newId } from "../../api/ids.ts";
import { requestAsUser } from "../../api/tokens.ts";
import { useAction } from "../../ui/use-action.tsx";

interface TestPrint {
  /** The request that was made last; null: none. */
  readonly oid: number | null;
  readonly isBusy: boolean;
  readonly problem: string | null;
  /** The printer's own test label, or a template that is tried. */
  print(printerId: number, tried?: { readonly template: string; readonly articleId?: number }): void;
}

/** Prints test labels; one whose answer got lost is not printed twice by asking again. */
export function useTestPrint(): TestPrint {
  const [oid, setOid] = useState<number | null>(null);
  const { run, isBusy, problem } = useAction();
  const last = useRef<{ readonly what: string; readonly key: string } | null>(null);
  return {
    oid,
    isBusy,
    problem,
    print(printerId, tried) {
      const what = JSON.stringify([printerId, tried]);
      const { key } = last.current?.what === what ? last.current : { key: newId(Date.now()) };
      last.current = { what, key };
      run(async () => {
        setOid(null);
        try {
          const made = await requestAsUser(printTestLabel({ id: printerId, body: tried }), {
            headers: { "Idempotency-Key": key },
          });
          last.current = null;
          setOid(made.oid);
        } catch (error) {
          if (error instanceof ApiError) last.current = null;
          throw error;
        }
      });
    },
  };
}
