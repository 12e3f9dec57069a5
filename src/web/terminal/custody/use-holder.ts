import { useEffect, useState } from "preact/hooks";
import { written } from "../../db/tab-messages.ts";
import { reportError } from "../../errors/report-error.ts";
import { custody, type Holder, holderOf } from "../../offline/sync/custody.ts";

/** Who has an article, as far as it is known here; undefined: not read yet, or nothing was loaded; null: nobody. */
export function useHolder(articleId: number): Holder | null | undefined {
  const [holder, setHolder] = useState<Holder | null | undefined>(undefined);
  const writes = written.value.errands;
  const known = custody.value;
  useEffect(() => {
    if (known === null) return undefined;
    let isMounted = true;
    holderOf(articleId)
      .then((found) => {
        if (isMounted) setHolder(found);
      })
      .catch(reportError);
    return () => {
      isMounted = false;
    };
  }, [articleId, writes, known]);
  return holder;
}
