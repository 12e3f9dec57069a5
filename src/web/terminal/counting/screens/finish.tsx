import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { getProgressDetails } from "../../../api/inventories.ts";
import { useStored } from "../../../db/use-stored.ts";
import { t } from "../../../i18n/translate.ts";
import { entriesIn } from "../../../offline/outbox/entries.ts";
import { sendNow } from "../../../offline/sender.ts";
import { changeInventoryState, inventories } from "../../../offline/sync/inventories.ts";
import { useQuery } from "../../../query/use-query.ts";
import { go } from "../../../router/router.ts";
import { Announcer, announce } from "../../../ui/announce.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Page } from "../../../ui/page.tsx";
import { Problem, useAction } from "../../../ui/use-action.tsx";
import { StocktakeGone } from "./count.tsx";
import { ProgressFigures } from "./inventory-state.tsx";
import { PendingTerminals, StillToCount } from "./state-lists.tsx";
import "./count.css";

/**
 * Before an inventory is finished: open items, terminals with unsent counts, and unsent counts of this
 * terminal.
 */
export function Finish({ inventory }: Readonly<Record<string, string>>) {
  const oid = Number(inventory);
  const stored = inventories.value.find((one) => one.oid === oid);
  const sending = useAction();
  const finishing = useAction();
  // The progress is loaded after the counts were sent, so that it includes them.
  const [isSent, setSent] = useState(false);
  const progress = useQuery(isSent ? getProgressDetails({ id: oid }) : null);
  const unsentEntries = useStored(
    async () => (await entriesIn("waiting", "asked")).filter((one) => one.inventoryId === oid),
    ["outbox"],
    [oid],
  );
  const send = () =>
    sending.run(async () => {
      await sendNow();
      setSent(true);
    });
  useEffect(send, [oid]);
  if (stored === undefined) return <StocktakeGone />;
  const { body } = progress;
  const unsentCount = unsentEntries?.length ?? 0;
  const isReady = isSent && unsentCount === 0 && body !== null && progress.state === "fresh";
  const missing = body === null ? 0 : body.total - body.counted;
  const pendingCount = (body?.terminals ?? []).reduce((sum, { pending }) => sum + pending, 0);
  const finish = () =>
    finishing.run(async () => {
      await changeInventoryState(oid, "finish");
      announce(t(msg("The stocktake is finished.")));
      go("/count", { replace: true });
    });
  return (
    <Page
      title={t(msg("Finish {name}?"), { name: stored.name })}
      back
      actions={
        isReady ? (
          <Button
            kind={missing + pendingCount > 0 ? "danger" : "primary"}
            disabled={finishing.isBusy}
            onClick={finish}
          >
            {missing > 0 ? t(msg("Finish, {n} not counted"), { n: missing }) : t(msg("Finish the stocktake"))}
          </Button>
        ) : (
          <Button disabled={sending.isBusy} onClick={send}>
            {t(msg("Send unsent counts first"))}
          </Button>
        )
      }
    >
      <Announcer />
      <Problem text={finishing.problem ?? sending.problem} />
      {unsentCount > 0 && (
        <Banner tone="warning">
          {t(
            msg(
              "{n, plural, one {# count on this terminal is} other {# counts on this terminal are}} not sent or not answered yet.",
            ),
            { n: unsentCount },
          )}{" "}
          <a href="#/unsent">{t(msg("Look at them"))}</a>
        </Banner>
      )}
      <ProgressFigures progress={body} />
      {body !== null && pendingCount > 0 && (
        <Banner tone="warning">
          {t(msg("Other terminals still hold counts. What comes after the end is kept, but not counted."))}
        </Banner>
      )}
      {body !== null && <PendingTerminals progress={body} />}
      {body !== null && <StillToCount inventoryId={oid} progress={body} />}
    </Page>
  );
}
