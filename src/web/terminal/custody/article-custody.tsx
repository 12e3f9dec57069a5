import { msg } from "../../../domain/message.ts";
import { DueDate } from "../../custody/due.tsx";
import { t } from "../../i18n/translate.ts";
import { custodyName } from "../../offline/sync/custody.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { useHolder } from "./use-holder.ts";

/** Who has the article, with the action. */
export function ArticleCustody({ articleId }: { readonly articleId: number }) {
  const holder = useHolder(articleId);
  if (holder === undefined) return null;
  const href = `#/article/${articleId}/custody`;
  if (holder === null)
    return (
      <p>
        <ButtonLink kind="secondary" icon="hand" href={href}>
          {t(TEXTS.handOut)}
        </ButtonLink>
      </p>
    );
  return (
    <section>
      <h2>{t(TEXTS.title)}</h2>
      <p>
        <b>{custodyName(holder.userId) ?? String(holder.userId)}</b> <DueDate custody={holder} />{" "}
        {!holder.isSent && <span class="muted">{t(TEXTS.unsent)}</span>}
      </p>
      <p>
        <ButtonLink kind="secondary" icon="hand" href={href}>
          {t(TEXTS.takeBack)}
        </ButtonLink>
      </p>
    </section>
  );
}

const TEXTS = {
  title: msg("Who has it"),
  handOut: msg("Hand out"),
  takeBack: msg("Take back"),
  unsent: msg("Not sent yet"),
};
