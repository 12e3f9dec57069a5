import { useEffect, useState } from "preact/hooks";
import { session } from "../../api/tokens.ts";
import type { Errand } from "../../db/outbox-shapes.ts";
import { written } from "../../db/tab-messages.ts";
import { surface } from "../../errors/report-error.ts";
import { errandsNow } from "./commands.ts";

/** What this user has asked for and this says yes to, the newest first; read again whenever one changes. */
export function useErrands(isWanted: (errand: Errand) => boolean, key: string): readonly Errand[] {
  const [all, setAll] = useState<readonly Errand[]>([]);
  const writes = written.value.errands;
  const userId = session.value?.user.id ?? null;
  useEffect(() => {
    let isHere = true;
    errandsNow()
      .then((found) => {
        if (isHere) setAll(found);
      })
      .catch(surface);
    return () => {
      isHere = false;
    };
  }, [writes, key]);
  return all.filter((errand) => errand.userId === userId && isWanted(errand));
}
