import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { session } from "../../api/tokens.ts";
import { readValue, writeValue } from "../../db/values.ts";
import { reportError } from "../../errors/report-error.ts";
import { t } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { startTour } from "./tour.tsx";

/** Offers the tour to each user once in a browser. The help offers it again. */
export function TourOffer() {
  const userId = session.value?.user.id;
  const [seen, setSeen] = useState<readonly number[] | null>(null);
  useEffect(() => {
    readValue("tourSeen")
      .then((known) => setSeen(known ?? []))
      .catch(reportError);
  }, []);
  if (userId === undefined || seen === null || seen.includes(userId)) return null;
  const close = () => {
    const all = [...seen, userId];
    setSeen(all);
    writeValue("tourSeen", all).catch(reportError);
  };
  return (
    <Banner>
      <Toolbar>
        <span>{t(msg("New here? A tour of a few steps shows the console."))}</span>
        <Button
          kind="secondary"
          onClick={() => {
            close();
            startTour();
          }}
        >
          {t(msg("Take the tour"))}
        </Button>
        <Button kind="secondary" onClick={close}>
          {t(msg("Skip the tour"))}
        </Button>
      </Toolbar>
    </Banner>
  );
}
