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
          {t(msg("Hand out"))}
        </ButtonLink>
      </p>
    );
  return (
    <section>
      <h2>{t(msg("Who has it"))}</h2>
      <p>
        <b>{custodyName(holder.userId) ?? String(holder.userId)}</b> <DueDate custody={holder} />{" "}
        {!holder.isSent && <span class="muted">{t(msg("Not sent yet"))}</span>}
      </p>
      <p>
        <ButtonLink kind="secondary" icon="hand" href={href}>
          {t(msg("Take back"))}
        </ButtonLink>
      </p>
    </section>
  );
}
